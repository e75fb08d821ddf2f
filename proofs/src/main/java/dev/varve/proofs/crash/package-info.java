/**
 * Owns the crash proof: a process that writes is killed at a random moment, and what it left behind is audited; leaves
 * how the embedded engine survives that to the engine.
 */
@NullMarked
package dev.varve.proofs.crash;

import org.jspecify.annotations.NullMarked;
