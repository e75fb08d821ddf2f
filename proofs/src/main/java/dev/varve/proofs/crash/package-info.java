/**
 * Owns the crash proof: a writing process is killed at a random moment, and its database is audited; leaves crash
 * safety itself to the embedded engine.
 */
@NullMarked
package dev.varve.proofs.crash;

import org.jspecify.annotations.NullMarked;
