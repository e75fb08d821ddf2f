/**
 * Owns the model of a fleet: devices, readings, aggregates, alerts and anomalies under their keys, and the questions asked of
 * them; leaves series, rollups and rules to {@code core}.
 */
@NullMarked
package dev.varve.iot;

import org.jspecify.annotations.NullMarked;
