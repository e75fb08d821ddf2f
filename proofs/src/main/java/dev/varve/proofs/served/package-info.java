/** Proves that a server loses nothing it answered for, however it dies. */
@NullMarked
package dev.varve.proofs.served;

import org.jspecify.annotations.NullMarked;
