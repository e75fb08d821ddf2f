/** Owns the contracts of rollups: rows match their events; leaves the events themselves to {@code series}. */
@NullMarked
package dev.varve.testkit.contract.rollup;

import org.jspecify.annotations.NullMarked;
