/**
 * Owns alerts and anomalies as applications use them: rules, detectors, alerts, their store and the processor that
 * evaluates them; leaves readings to {@code series} and notices to implementations of {@link dev.varve.alert.Notifier}.
 */
@NullMarked
package dev.varve.alert;

import org.jspecify.annotations.NullMarked;
