/**
 * Owns how rollup rows are kept exact from a feed that only says which buckets may have changed; leaves the declaration
 * to {@code rollup}.
 */
@NullMarked
package dev.varve.rollup.internal;

import org.jspecify.annotations.NullMarked;
