/**
 * Owns series as applications use them: declaration, append, outcomes, current record, history; leaves keys to
 * {@code key} and requests to {@code table}.
 */
@NullMarked
package dev.varve.series;

import org.jspecify.annotations.NullMarked;
