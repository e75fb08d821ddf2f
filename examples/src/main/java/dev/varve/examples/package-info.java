/** Owns small whole programs that show how Varve is used; the README's snippets are taken from them. */
@NullMarked
package dev.varve.examples;

import org.jspecify.annotations.NullMarked;
