package dev.varve.engine.rocksdb;

import dev.varve.engine.DiskSpace;
import dev.varve.engine.Engine;
import dev.varve.engine.rocksdb.internal.RocksDbDatabase;
import dev.varve.engine.rocksdb.internal.store.Disk;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedSource;
import dev.varve.table.Journal;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * An embedded engine that stores its tables in a directory. One directory is one database with any number of tables,
 * and one engine at a time has it open.
 *
 * <p>A write is durable when its call returns, see {@link Durability}. An item, its index entries and its change are
 * written together or not at all. Calls run on the calling thread; the engine is safe for use by many threads.
 *
 * <p>While less than {@link RocksDbOptions#diskReserve} is free on the disk, writes fail with {@code
 * rocksdb.disk-full}. Reads still work, and writes work again once there is space, without a restart.
 */
public final class RocksDbEngine implements Engine, FeedSource {

    private final RocksDbDatabase database;

    private RocksDbEngine(RocksDbDatabase database) {
        this.database = database;
    }

    /**
     * Opens the database in this directory, and creates it if the directory is empty or absent. Rejects a directory
     * that is in use ({@code rocksdb.locked}), holds other files ({@code rocksdb.foreign}), was written by a newer
     * version ({@code rocksdb.newer-format}) or is damaged ({@code rocksdb.damaged}).
     */
    public static RocksDbEngine open(Path directory, RocksDbOptions options) {
        return new RocksDbEngine(RocksDbDatabase.open(directory, options));
    }

    /** Opens a database that reads its free disk space from this source, whenever {@link #watchDisk} is called. */
    static RocksDbEngine open(Path directory, RocksDbOptions options, Disk disk) {
        return new RocksDbEngine(RocksDbDatabase.open(directory, options, any -> disk, null));
    }

    /**
     * Reads the free disk space, and accepts writes again when there is enough. A background thread does the same every
     * second.
     */
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

    /** Returns the journal of this name; rejects a table that is not open ({@code table.not-open}). */
    @Override
    public Optional<Journal> journal(TableSchema schema, String name) {
        return Optional.of(database.gate().pass(() -> database.journal(schema.name(), name)));
    }

    @Override
    public ChangeFeed changes(String table) {
        return database.changes(table);
    }

    /**
     * Removes expired items from all tables, records their expiry in the change feed, and removes expired transaction
     * tokens. Returns the number of items removed. The background sweeper does the same.
     */
    public long sweepExpired() {
        return database.sweepExpired();
    }

    /**
     * Trims the change log of every table to {@link RocksDbOptions#changeLog}, and the changes that all registered
     * consumers of the table have read to {@link RocksDbOptions#changeReserve}. The background sweeper does the same.
     */
    public void trimChanges() {
        database.trimChanges();
    }

    /**
     * Writes the files of the database again without what was removed, so that its space is free on return. Leaves out files
     * for whose copy the disk has no room. Takes about as long as a copy of the database.
     */
    public void compact() {
        database.compact();
    }

    /**
     * Writes a consistent copy of the database to a new directory, while reads and writes continue. The copy can be
     * opened as a database. Files that no longer change are hard-linked where the file system supports it. Rejects a
     * target that exists.
     */
    public void backup(Path target) {
        database.backup(target);
    }

    /**
     * Checks that tables, indexes, expiry entries and change logs agree, as of one moment. Reads the whole database. Fails
     * with {@code rocksdb.interrupted} soon after its thread is interrupted.
     */
    public AuditReport audit() {
        return database.audit();
    }

    @Override
    public Optional<DiskSpace> diskSpace() {
        return Optional.of(database.diskSpace());
    }

    @Override
    public OptionalLong syncs() {
        return OptionalLong.of(database.syncs());
    }

    @Override
    public InstantSource clock() {
        return database.clock();
    }

    /** Waits for running calls, then releases the directory. Later calls fail with {@code engine.closed}. */
    @Override
    public void close() {
        database.close();
    }
}
