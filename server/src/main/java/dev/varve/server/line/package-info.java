/** InfluxDB's line protocol as text becomes points; what is done with them is left to others. */
@NullMarked
package dev.varve.server.line;

import org.jspecify.annotations.NullMarked;
