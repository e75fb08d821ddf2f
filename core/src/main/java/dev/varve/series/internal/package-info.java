/** Owns the mapping of events to items, conditional writes and reads; leaves the declared types to {@code series}. */
@NullMarked
package dev.varve.series.internal;

import org.jspecify.annotations.NullMarked;
