/**
 * Owns the table client: requests, conditions, updates, results and capacity, the same on every engine; leaves execution
 * to the engines.
 */
@NullMarked
package dev.varve.table;

import org.jspecify.annotations.NullMarked;
