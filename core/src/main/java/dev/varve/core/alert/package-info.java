/**
 * Owns alerts and anomalies: rules on readings, the life of an alert, detectors, and where all of it is stored. Leaves
 * readings to {@code series}, stored records to {@code entity}, and telling people to whoever implements
 * {@link dev.varve.core.alert.Notifier}.
 */
@NullMarked
package dev.varve.core.alert;

import org.jspecify.annotations.NullMarked;
