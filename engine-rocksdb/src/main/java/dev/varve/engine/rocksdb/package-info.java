/** Owns opening and configuring an embedded database; leaves reading and writing RocksDB to its internal package. */
@NullMarked
package dev.varve.engine.rocksdb;

import org.jspecify.annotations.NullMarked;
