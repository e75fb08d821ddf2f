/** Web analytics in one table: sites, hits, visits, goals, and what they come to by the hour, day and month. */
@NullMarked
package dev.varve.analytics;

import org.jspecify.annotations.NullMarked;
