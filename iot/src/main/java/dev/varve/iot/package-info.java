/**
 * Owns the model of a fleet: devices, readings, rows, alerts and anomalies, their keys and their queries; leaves series,
 * rollups and rules to {@code core}.
 */
@NullMarked
package dev.varve.iot;

import org.jspecify.annotations.NullMarked;
