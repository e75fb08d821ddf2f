/** Owns the JSON of tables, partitions and items over HTTP; leaves how it is read to {@code server.table}. */
@NullMarked
package dev.varve.server.api.table;

import org.jspecify.annotations.NullMarked;
