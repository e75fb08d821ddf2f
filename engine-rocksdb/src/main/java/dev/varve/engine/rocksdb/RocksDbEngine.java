package dev.varve.engine.rocksdb;

import dev.varve.engine.DiskSpace;
import dev.varve.engine.Engine;
import dev.varve.engine.rocksdb.internal.RocksDbDatabase;
import dev.varve.engine.rocksdb.internal.store.Disk;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedSource;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * An engine that keeps its tables in a directory, with no server and no cloud: one directory is one database of several
 * tables, used by one engine at a time.
 *
 * <p>Writes are durable when they are answered, as {@link Durability} says; a row, its index entries and its change are
 * written together or not at all. Calls run on the calling thread, and many threads may call at once.
 *
 * <p>While less than {@link RocksDbOptions#diskReserve} is free on the disk, writes fail with {@code rocksdb.disk-full}.
 * Reads go on, and writes are taken again when there is space, without a restart.
 */
public final class RocksDbEngine implements Engine, FeedSource {

    private final RocksDbDatabase database;

    private RocksDbEngine(RocksDbDatabase database) {
        this.database = database;
    }

    /**
     * Opens the database in this directory, creating it if the directory is empty or absent. Refuses a directory that is
     * in use ({@code rocksdb.locked}), holds something else ({@code rocksdb.foreign}), was written by a newer version
     * ({@code rocksdb.newer-format}) or cannot be read ({@code rocksdb.damaged}).
     */
    public static RocksDbEngine open(Path directory, RocksDbOptions options) {
        return new RocksDbEngine(RocksDbDatabase.open(directory, options));
    }

    /** Opens a database whose free space comes from this source, and is read when {@link #watchDisk} is called. */
    static RocksDbEngine open(Path directory, RocksDbOptions options, Disk disk) {
        return new RocksDbEngine(RocksDbDatabase.open(directory, options, any -> disk, null));
    }

    /** Does what the background does every second: reads the free space, and takes writes again when there is enough. */
    void watchDisk() {
        database.watchDisk();
    }

    /** Opens the database in this directory with {@link RocksDbOptions#defaults}. */
    public static RocksDbEngine open(Path directory) {
        return open(directory, RocksDbOptions.defaults());
    }

    @Override
    public CompletableFuture<Table> open(TableSchema schema) {
        return database.gate().future(() -> database.openTable(schema));
    }

    @Override
    public CompletableFuture<List<String>> drift(TableSchema schema) {
        return database.gate().future(() -> database.drift(schema));
    }

    @Override
    public ChangeFeed changes(String table) {
        return database.changes(table);
    }

    /**
     * Removes the items of all tables whose time has passed, records their expiry in the feed, and forgets lapsed tokens;
     * returns the number of items. The background sweeper does the same.
     */
    public long sweepExpired() {
        return database.sweepExpired();
    }

    /**
     * Cuts the changes of every table to {@link RocksDbOptions#changeLog}, and those that all its registered consumers
     * have read to {@link RocksDbOptions#changeReserve}. The background sweeper does the same.
     */
    public void trimChanges() {
        database.trimChanges();
    }

    /**
     * Writes a consistent copy of the database, which can be opened as one, while reads and writes go on; files that no
     * longer change are shared by hard links where the file system has them. Refuses a target that exists.
     */
    public void backup(Path target) {
        database.backup(target);
    }

    /** Compares tables, indexes, expiry entries and change logs, as of one moment; reads everything. */
    public AuditReport audit() {
        return database.audit();
    }

    @Override
    public Optional<DiskSpace> diskSpace() {
        return Optional.of(database.diskSpace());
    }

    @Override
    public InstantSource clock() {
        return database.clock();
    }

    /** Waits for running calls, then lets go of the directory; later calls fail with {@code engine.closed}. */
    @Override
    public void close() {
        database.close();
    }
}
