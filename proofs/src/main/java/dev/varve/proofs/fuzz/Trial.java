package dev.varve.proofs.fuzz;

import java.util.function.Function;

/**
 * A good text, what reads it, and what it means.
 *
 * @param reading takes this text and spoiled ones; refuses with {@code Rejected} or {@code TooLarge}, and with nothing else
 */
record Trial<T>(String text, Function<String, T> reading, T meaning) {}
