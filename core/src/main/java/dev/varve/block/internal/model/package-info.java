/**
 * Owns the prediction of integers from those before them, and their dense code; leaves the coder of bits to {@code
 * range}.
 */
@NullMarked
package dev.varve.block.internal.model;

import org.jspecify.annotations.NullMarked;
