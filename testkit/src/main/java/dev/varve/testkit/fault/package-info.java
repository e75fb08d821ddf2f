/** Owns what can go wrong between a caller and a table, on purpose; leaves the table itself to the engine it wraps. */
@NullMarked
package dev.varve.testkit.fault;

import org.jspecify.annotations.NullMarked;
