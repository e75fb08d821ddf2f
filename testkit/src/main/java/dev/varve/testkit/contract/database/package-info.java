/**
 * Owns the contracts of a whole database: opening, declarations, transactions, processing and threads; leaves single
 * series to {@code series}.
 */
@NullMarked
package dev.varve.testkit.contract.database;

import org.jspecify.annotations.NullMarked;
