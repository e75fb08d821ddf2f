/**
 * Owns packed series: rows in memory, the journal that makes them durable, and the blocks that they are sealed into; leaves
 * the bytes of a block to {@code block} and the meaning of an append to {@code series.internal.append}.
 */
@NullMarked
package dev.varve.series.internal.packed;

import org.jspecify.annotations.NullMarked;
