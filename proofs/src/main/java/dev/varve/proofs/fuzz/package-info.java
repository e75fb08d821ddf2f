/** Proves that what reads the texts of others never fails, hangs or swells: it takes them for what they mean, or refuses. */
@NullMarked
package dev.varve.proofs.fuzz;

import org.jspecify.annotations.NullMarked;
