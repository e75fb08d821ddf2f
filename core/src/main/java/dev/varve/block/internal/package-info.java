/**
 * Owns the encoding of blocks: many events of one series, column by column, in few bytes; leaves keys, items and the decision
 * when a block is written to other packages. Everything here is pure. {@code docs/format/block.md} describes the bytes.
 */
@NullMarked
package dev.varve.block.internal;

import org.jspecify.annotations.NullMarked;
