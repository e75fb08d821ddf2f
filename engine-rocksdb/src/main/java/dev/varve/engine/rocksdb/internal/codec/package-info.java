/**
 * Owns the byte formats of row keys, index keys, items, changes and schemas, see {@code docs/format/rocksdb.md}; leaves
 * storing the bytes to {@code store}.
 */
@NullMarked
package dev.varve.engine.rocksdb.internal.codec;

import org.jspecify.annotations.NullMarked;
