/** Owns the JSON of devices, readings and rollups over HTTP; leaves how it is found to {@code server.fleet}. */
@NullMarked
package dev.varve.server.api.fleet;

import org.jspecify.annotations.NullMarked;
