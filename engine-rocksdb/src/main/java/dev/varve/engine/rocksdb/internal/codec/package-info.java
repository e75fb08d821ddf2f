/**
 * Owns the bytes: row keys, index keys, items, changes and schemas as {@code docs/format/rocksdb.md} lays them down;
 * leaves where bytes are kept to {@code store}.
 */
@NullMarked
package dev.varve.engine.rocksdb.internal.codec;

import org.jspecify.annotations.NullMarked;
