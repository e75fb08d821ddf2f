/** Owns the ids of hits and visitors, and the salts of the days; leaves storing hits to {@code dev.varve.analytics}. */
@NullMarked
package dev.varve.analytics.internal;

import org.jspecify.annotations.NullMarked;
