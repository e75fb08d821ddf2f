/** Measures rollups on the durable embedded engine. */
@NullMarked
package dev.varve.benchmarks.rollup;

import org.jspecify.annotations.NullMarked;
