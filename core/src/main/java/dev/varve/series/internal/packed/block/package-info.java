/**
 * Owns the blocks of a packed series: their keys and items, how they are read, and which events a change of one touches; leaves
 * the bytes of a block to {@code dev.varve.block} and when one is written to {@code seal}.
 */
@NullMarked
package dev.varve.series.internal.packed.block;

import org.jspecify.annotations.NullMarked;
