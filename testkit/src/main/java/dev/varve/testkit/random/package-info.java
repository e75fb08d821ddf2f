/** Owns chance that comes from one printed seed, and what is drawn from it; leaves what is done with it to the test. */
@NullMarked
package dev.varve.testkit.random;

import org.jspecify.annotations.NullMarked;
