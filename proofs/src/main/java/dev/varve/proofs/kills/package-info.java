/** Proves that rollups survive processes that are killed. */
@NullMarked
package dev.varve.proofs.kills;

import org.jspecify.annotations.NullMarked;
