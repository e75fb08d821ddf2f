/** Owns the proof that rollups are exact: simulations on a chosen engine; leaves the simulator to the testkit. */
@NullMarked
package dev.varve.proofs.sim;

import org.jspecify.annotations.NullMarked;
