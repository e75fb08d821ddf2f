/** Owns the routes of devices, their readings, rollups, alerts and rules; leaves the model to the iot module. */
@NullMarked
package dev.varve.server.fleet;

import org.jspecify.annotations.NullMarked;
