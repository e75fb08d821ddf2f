/** Owns the contracts of alerts and anomalies; leaves the readings that cause them to {@code series}. */
@NullMarked
package dev.varve.testkit.contract.alert;

import org.jspecify.annotations.NullMarked;
