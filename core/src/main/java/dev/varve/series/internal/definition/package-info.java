/**
 * Owns the compiled form of the declarations of series and current records, and the rules that they must follow; leaves
 * items and requests to the packages beside it.
 */
@NullMarked
package dev.varve.series.internal.definition;

import org.jspecify.annotations.NullMarked;
