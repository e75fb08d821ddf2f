/**
 * Owns rows as values: clocks, fields and columns, and their conversion from and to items and records; leaves where rows are kept
 * to {@code bucket} and {@code block}.
 */
@NullMarked
package dev.varve.series.internal.packed.row;

import org.jspecify.annotations.NullMarked;
