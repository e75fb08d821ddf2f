/**
 * Owns measures that are estimated: distinct values, quantiles, the most frequent; leaves rows and how they are kept to
 * {@code core.rollup}.
 */
@NullMarked
package dev.varve.sketches;

import org.jspecify.annotations.NullMarked;
