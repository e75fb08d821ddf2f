/**
 * Owns rollups as applications use them: the declaration, its tiers and measures, rows and queries; leaves the events
 * to {@code series}.
 */
@NullMarked
package dev.varve.rollup;

import org.jspecify.annotations.NullMarked;
