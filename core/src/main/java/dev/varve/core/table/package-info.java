/**
 * Owns the table port: what a table is, what can be asked of it, and what it answers, the same on every engine; leaves
 * what an answer costs to {@code cost} and where the bytes lie to the engines.
 */
@NullMarked
package dev.varve.core.table;

import org.jspecify.annotations.NullMarked;
