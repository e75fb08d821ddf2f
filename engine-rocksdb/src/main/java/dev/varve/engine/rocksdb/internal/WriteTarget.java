package dev.varve.engine.rocksdb.internal;

/** A table that is read and written. */
record WriteTarget(StoredRows rows, RocksDbReads reads) {}
