/** Owns web analytics: sites, goals, ingest of hits and their keys; leaves sessions and statistics to its sub-packages. */
@NullMarked
package dev.varve.analytics;

import org.jspecify.annotations.NullMarked;
