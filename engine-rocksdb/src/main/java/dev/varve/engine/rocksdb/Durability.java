package dev.varve.engine.rocksdb;

/** What a write has survived by the time it is answered. */
public enum Durability {
    /** On the disk: the write survives power loss. Writers that wait at the same time share one {@code fsync}. */
    SYNCED,
    /**
     * In the hands of the operating system: the write survives {@code kill -9} and a crash of this process, but power
     * loss or a crash of the machine may take the newest writes, together and never in part.
     */
    WRITTEN_TO_OS
}
