/**
 * Owns writing buckets as blocks: when they are due, how they are written, how the buckets of a past day are joined, and trimming
 * the journal; leaves the items of blocks to {@code block}.
 */
@NullMarked
package dev.varve.series.internal.packed.seal;

import org.jspecify.annotations.NullMarked;
