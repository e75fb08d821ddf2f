/**
 * Owns the reference engine: tables in sorted maps under one lock, plain enough to be seen to be right; leaves
 * durability to the other engines.
 */
@NullMarked
package dev.varve.core.memory;

import org.jspecify.annotations.NullMarked;
