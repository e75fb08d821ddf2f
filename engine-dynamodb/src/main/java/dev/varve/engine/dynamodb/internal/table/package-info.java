/**
 * Owns the operations of a table: which requests each one needs, in which order; leaves building, sending and reading
 * requests to the other packages.
 */
@NullMarked
package dev.varve.engine.dynamodb.internal.table;

import org.jspecify.annotations.NullMarked;
