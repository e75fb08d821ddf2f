/** Owns counting: rollups of hits and sessions, their rows, and folds over hits; leaves queries to {@code stats}. */
@NullMarked
package dev.varve.analytics.stats.internal;

import org.jspecify.annotations.NullMarked;
