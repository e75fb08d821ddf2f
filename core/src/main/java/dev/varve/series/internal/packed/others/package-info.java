/**
 * Owns the rows that other processes have accepted and that blocks may not hold yet: how they are kept, and how they are merged
 * with own rows; leaves reading them from journals to {@code follow}.
 */
@NullMarked
package dev.varve.series.internal.packed.others;

import org.jspecify.annotations.NullMarked;
