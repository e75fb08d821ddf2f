/**
 * Owns the maintenance of rollup rows from a change feed, which reports only the buckets that may have changed; leaves
 * the declaration to {@code rollup} and {@code definition}.
 */
@NullMarked
package dev.varve.rollup.internal;

import org.jspecify.annotations.NullMarked;
