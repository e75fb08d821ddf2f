/**
 * Owns the in-memory reference engine: tables in sorted maps under one lock; leaves durability to the other engines.
 */
@NullMarked
package dev.varve.memory;

import org.jspecify.annotations.NullMarked;
