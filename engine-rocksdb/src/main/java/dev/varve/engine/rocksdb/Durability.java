package dev.varve.engine.rocksdb;

/** How durable a write is when its call returns. */
public enum Durability {
    /** On the disk: the write survives power loss. Concurrent writers share one {@code fsync}. */
    SYNCED,
    /**
     * Handed to the operating system: the write survives {@code kill -9} and a crash of this process. Power loss or a
     * crash of the machine may lose the newest writes, but never part of one.
     */
    WRITTEN_TO_OS
}
