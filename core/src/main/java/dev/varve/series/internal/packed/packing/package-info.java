/**
 * Owns packing the stored items of a series into blocks; leaves later events to the packed series.
 */
@NullMarked
package dev.varve.series.internal.packed.packing;

import org.jspecify.annotations.NullMarked;
