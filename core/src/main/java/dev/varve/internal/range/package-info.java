/**
 * Owns reading many partitions as one ordered sequence: steps in order, the shards of a step merged, in pages or as a
 * stream; leaves the choice of partitions to {@code key} and single requests to {@code table}.
 */
@NullMarked
package dev.varve.internal.range;

import org.jspecify.annotations.NullMarked;
