/**
 * Owns the comparison of whole databases: the same readings, the same questions, checked answers; leaves the load of a
 * running server to {@code ingest}.
 */
@NullMarked
package dev.varve.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
