/**
 * Owns the fuzz proof: parsers of external input read it correctly or reject it, within limits of time and memory;
 * leaves the parsers to their modules.
 */
@NullMarked
package dev.varve.proofs.fuzz;

import org.jspecify.annotations.NullMarked;
