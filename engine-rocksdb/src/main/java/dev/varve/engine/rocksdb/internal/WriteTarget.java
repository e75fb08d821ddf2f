package dev.varve.engine.rocksdb.internal;

import dev.varve.engine.rocksdb.Durability;

/**
 * A table that a write reads from and writes to.
 *
 * @param durability how durable its writes are on return; the setting of the engine may demand less
 */
record WriteTarget(StoredRows rows, RocksDbReads reads, Durability durability) {

    WriteTarget with(Durability other) {
        return new WriteTarget(rows, reads, other);
    }
}
