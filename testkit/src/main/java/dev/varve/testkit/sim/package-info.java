/** Owns the simulator of rollups: one seed drives writers, clock, feed and workers; leaves engines and faults to others. */
@NullMarked
package dev.varve.testkit.sim;

import org.jspecify.annotations.NullMarked;
