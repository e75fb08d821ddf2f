/** Owns the verbs of a table: which requests one takes, in which order; leaves rendering, sending and reading to the others. */
@NullMarked
package dev.varve.engine.dynamodb.internal.table;

import org.jspecify.annotations.NullMarked;
