/**
 * Owns the change feeds of packed events, read from the journals; leaves consumers to {@code dev.varve.feed} and what they need to
 * {@code hold}.
 */
@NullMarked
package dev.varve.series.internal.packed.feed;

import org.jspecify.annotations.NullMarked;
