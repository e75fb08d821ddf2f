package dev.varve.engine.rocksdb.internal;

/** A table that a write reads from and writes to. */
record WriteTarget(StoredRows rows, RocksDbReads reads) {}
