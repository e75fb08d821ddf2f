/** Owns the JSON of alerts, rules and anomalies over HTTP; leaves how it is found to {@code server.fleet}. */
@NullMarked
package dev.varve.server.api.alert;

import org.jspecify.annotations.NullMarked;
