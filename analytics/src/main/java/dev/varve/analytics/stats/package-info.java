/**
 * Owns queries of statistics and their answers: totals, breakdowns, goals and funnels; leaves counting and rows to its
 * {@code internal} package, ingest and sessions to others.
 */
@NullMarked
package dev.varve.analytics.stats;

import org.jspecify.annotations.NullMarked;
