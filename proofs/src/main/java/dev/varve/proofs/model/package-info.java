/** Owns the model proof: random series on a chosen engine, with and without faults; leaves the model to the testkit. */
@NullMarked
package dev.varve.proofs.model;

import org.jspecify.annotations.NullMarked;
