/** Owns doubles as decimals, or as their bits, without loss; leaves the code of the integers to {@code stream}. */
@NullMarked
package dev.varve.block.internal.number;

import org.jspecify.annotations.NullMarked;
