/**
 * Owns sequences of integers as a column has them, packed or dense; leaves what the integers mean to {@code number}
 * and the columns.
 */
@NullMarked
package dev.varve.block.internal.stream;

import org.jspecify.annotations.NullMarked;
