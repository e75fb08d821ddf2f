/**
 * Owns small tools that several packages share: bounded parallel calls, asynchronous loops, back-off, duration checks;
 * leaves everything with a meaning of its own to the package of that concept.
 */
@NullMarked
package dev.varve.internal;

import org.jspecify.annotations.NullMarked;
