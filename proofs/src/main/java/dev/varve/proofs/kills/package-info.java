/** Owns the proof that rollups survive killed processes; leaves killing servers to {@code served}. */
@NullMarked
package dev.varve.proofs.kills;

import org.jspecify.annotations.NullMarked;
