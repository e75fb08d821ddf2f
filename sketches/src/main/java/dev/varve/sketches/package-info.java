/**
 * Owns measures with estimates: distinct values, quantiles, top values; leaves rows and their storage to
 * {@code dev.varve.rollup}.
 */
@NullMarked
package dev.varve.sketches;

import org.jspecify.annotations.NullMarked;
