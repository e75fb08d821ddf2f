/**
 * Owns the bytes and bits that blocks are written in, checked against their end when they are read; leaves their
 * meaning to others.
 */
@NullMarked
package dev.varve.block.internal.bytes;

import org.jspecify.annotations.NullMarked;
