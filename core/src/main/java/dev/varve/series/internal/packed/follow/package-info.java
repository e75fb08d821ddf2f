/**
 * Owns the journals of other processes: it reads them, so that readers see their rows, and takes over those of processes that have
 * ended; leaves the rows in memory to {@code others}.
 */
@NullMarked
package dev.varve.series.internal.packed.follow;

import org.jspecify.annotations.NullMarked;
