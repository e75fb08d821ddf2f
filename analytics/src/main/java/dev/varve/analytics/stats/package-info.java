/** Owns statistics: totals, breakdowns, goals and funnels, from hits or rows; leaves ingest and sessions to others. */
@NullMarked
package dev.varve.analytics.stats;

import org.jspecify.annotations.NullMarked;
