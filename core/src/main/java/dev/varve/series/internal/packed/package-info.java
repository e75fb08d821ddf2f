/**
 * Owns packed series as the layers above see them: a store of rows, a table that shows each row as an item, and fast appends;
 * leaves rows and buckets, blocks, journals, steps, sealing, reads and feeds to the packages below it, the bytes of a block to
 * {@code block} and the meaning of an append to {@code series.internal.append}.
 */
@NullMarked
package dev.varve.series.internal.packed;

import org.jspecify.annotations.NullMarked;
