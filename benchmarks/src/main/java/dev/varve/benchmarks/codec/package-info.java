/** Owns the measurement of the block codec against other codecs on files of readings. */
@NullMarked
package dev.varve.benchmarks.codec;

import org.jspecify.annotations.NullMarked;
