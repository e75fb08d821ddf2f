package dev.varve.proofs.fuzz;

import java.util.function.Function;

/**
 * A valid text, its parser, and the expected result.
 *
 * @param reading parses this text and damaged ones; may throw {@code Rejected} or {@code TooLarge}, and nothing else
 */
record Trial<T>(String text, Function<String, T> reading, T meaning) {}
