/**
 * Owns the directory and the RocksDB inside it: lock and marker, column families, atomic synced commits, cursors, key
 * locks; leaves the meaning of the records to the package above.
 */
@NullMarked
package dev.varve.engine.rocksdb.internal.store;

import org.jspecify.annotations.NullMarked;
