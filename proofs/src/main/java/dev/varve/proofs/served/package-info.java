/** Owns the proof that a killed server loses no acknowledged data; leaves killing embedded writers to {@code crash}. */
@NullMarked
package dev.varve.proofs.served;

import org.jspecify.annotations.NullMarked;
