/** Owns the proofs that need every engine at once; leaves single-engine contracts to the test kit. */
@NullMarked
package dev.varve.proofs;

import org.jspecify.annotations.NullMarked;
