/** Owns the measurements; leaves correctness to the tests and proofs. */
@NullMarked
package dev.varve.benchmarks;

import org.jspecify.annotations.NullMarked;
