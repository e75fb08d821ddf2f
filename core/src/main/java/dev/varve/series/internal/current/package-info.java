/**
 * Owns the items of current records and their lookup; leaves writing them together with events to {@code append}.
 */
@NullMarked
package dev.varve.series.internal.current;

import org.jspecify.annotations.NullMarked;
