/** Owns randomness from one printed seed, and the data drawn from it; leaves its use to the tests. */
@NullMarked
package dev.varve.testkit.random;

import org.jspecify.annotations.NullMarked;
