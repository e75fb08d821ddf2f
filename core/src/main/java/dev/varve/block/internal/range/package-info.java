/** Owns an adaptive arithmetic coder of bits and symbols; leaves the choice of what is likely to {@code model}. */
@NullMarked
package dev.varve.block.internal.range;

import org.jspecify.annotations.NullMarked;
