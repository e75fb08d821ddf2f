/**
 * Owns the compiled form of rollups: their rows, keys, indexes and measures, and the rules of retention; leaves computing
 * and storing rows to {@code rollup.internal}.
 */
@NullMarked
package dev.varve.rollup.internal.definition;

import org.jspecify.annotations.NullMarked;
