/**
 * Owns the loop in which a packed series changes: its steps, the queue of writes, and the replay of the journal; leaves the
 * decision about a write to {@code bucket} and sealing to {@code seal}.
 */
@NullMarked
package dev.varve.series.internal.packed.step;

import org.jspecify.annotations.NullMarked;
