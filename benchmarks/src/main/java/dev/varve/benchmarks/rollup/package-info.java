/** Owns the measurement of rollups on the durable embedded engine; leaves whole fleets to {@code fleet}. */
@NullMarked
package dev.varve.benchmarks.rollup;

import org.jspecify.annotations.NullMarked;
