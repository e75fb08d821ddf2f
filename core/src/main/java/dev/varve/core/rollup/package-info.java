/**
 * Owns rollups: what is measured, the rows of each tier, and how they are kept exact from a feed that only says what may
 * have changed; leaves the events to the series.
 */
@NullMarked
package dev.varve.core.rollup;

import org.jspecify.annotations.NullMarked;
