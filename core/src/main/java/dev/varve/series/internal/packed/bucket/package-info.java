/**
 * Owns the buckets in memory: the rows of each identity, what blocks and the journal hold of them, and the decision about each
 * write; leaves making writes durable to {@code step} and sealing to {@code seal}.
 */
@NullMarked
package dev.varve.series.internal.packed.bucket;

import org.jspecify.annotations.NullMarked;
