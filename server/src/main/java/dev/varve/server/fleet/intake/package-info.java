/** Owns storing samples as readings, with limits of devices and fields; leaves parsing them to {@code ingest}. */
@NullMarked
package dev.varve.server.fleet.intake;

import org.jspecify.annotations.NullMarked;
