/**
 * Owns the writes of events: appends, corrections and deletions, alone or with the current record; leaves items and reads
 * to {@code read} and {@code current}.
 */
@NullMarked
package dev.varve.series.internal.append;

import org.jspecify.annotations.NullMarked;
