/**
 * Owns the contracts of a table: items, keys, conditions, queries, transactions, limits and capacity; leaves changes to
 * {@code feed} and declarations to {@code series}.
 */
@NullMarked
package dev.varve.testkit.contract.table;

import org.jspecify.annotations.NullMarked;
