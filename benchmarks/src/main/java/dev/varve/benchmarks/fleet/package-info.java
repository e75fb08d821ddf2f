/** Owns the measurement of a whole fleet; leaves measurements of its parts to the other packages. */
@NullMarked
package dev.varve.benchmarks.fleet;

import org.jspecify.annotations.NullMarked;
