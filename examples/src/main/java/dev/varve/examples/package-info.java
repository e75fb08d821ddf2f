/**
 * Owns small complete programs that show how to use Varve, with the snippets of the README and the guides; leaves
 * explanations to the guides.
 */
@NullMarked
package dev.varve.examples;

import org.jspecify.annotations.NullMarked;
