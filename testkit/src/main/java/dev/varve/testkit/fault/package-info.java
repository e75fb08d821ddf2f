/** Owns injected faults between a caller and a table; leaves the table itself to the wrapped engine. */
@NullMarked
package dev.varve.testkit.fault;

import org.jspecify.annotations.NullMarked;
