package dev.varve.engine.rocksdb.internal;

/** A table that is read and written. */
record Target(Rows rows, Reads reads) {}
