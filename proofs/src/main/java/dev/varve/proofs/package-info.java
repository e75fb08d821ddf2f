/** Owns the long-running proofs over all engines; leaves single-engine contracts to the test kit. */
@NullMarked
package dev.varve.proofs;

import org.jspecify.annotations.NullMarked;
