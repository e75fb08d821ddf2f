/** What is asked of devices: their state, readings, aggregates, alerts and rules. */
@NullMarked
package dev.varve.server.fleet;

import org.jspecify.annotations.NullMarked;
