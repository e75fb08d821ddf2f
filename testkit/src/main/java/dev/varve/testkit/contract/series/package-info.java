/**
 * Owns the contracts of series and entities: appends, current records, history, corrections; leaves derived data to
 * {@code rollup} and {@code alert}.
 */
@NullMarked
package dev.varve.testkit.contract.series;

import org.jspecify.annotations.NullMarked;
