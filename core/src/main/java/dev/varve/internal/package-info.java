/**
 * Owns small tools that several packages share: bounded parallel calls, asynchronous loops, back-off, duration checks;
 * leaves domain concepts to their own packages.
 */
@NullMarked
package dev.varve.internal;

import org.jspecify.annotations.NullMarked;
