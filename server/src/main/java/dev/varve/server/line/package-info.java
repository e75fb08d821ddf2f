/** Owns parsing InfluxDB's line protocol into points; leaves their use to {@code ingest}. */
@NullMarked
package dev.varve.server.line;

import org.jspecify.annotations.NullMarked;
