/**
 * Owns reading many partitions as one ordered run: steps in order, the shards of a step merged, in pages or as a stream.
 * Leaves which partitions these are to {@code key}, single requests to {@code table}, and what items mean to its callers.
 */
@NullMarked
package dev.varve.core.range;

import org.jspecify.annotations.NullMarked;
