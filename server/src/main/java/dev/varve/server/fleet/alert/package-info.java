/** Owns the routes of alerts, anomalies and rules, and the stored rules; leaves evaluating them to core. */
@NullMarked
package dev.varve.server.fleet.alert;

import org.jspecify.annotations.NullMarked;
