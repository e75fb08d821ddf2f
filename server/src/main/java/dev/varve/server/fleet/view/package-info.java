/** Owns the current state of the fleet in memory; leaves the routes that show it to {@code fleet}. */
@NullMarked
package dev.varve.server.fleet.view;

import org.jspecify.annotations.NullMarked;
