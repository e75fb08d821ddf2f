/**
 * Owns time and key values as applications use them: ranges, ticks, grains, zones, ULIDs, simple hand-written keys;
 * leaves key templates to {@code key.internal}.
 */
@NullMarked
package dev.varve.key;

import org.jspecify.annotations.NullMarked;
