/** Owns how an embedded database is opened; leaves reading and writing RocksDB to its internal package. */
@NullMarked
package dev.varve.engine.rocksdb;

import org.jspecify.annotations.NullMarked;
