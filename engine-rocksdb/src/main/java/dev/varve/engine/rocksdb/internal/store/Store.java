package dev.varve.engine.rocksdb.internal.store;

import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.engine.rocksdb.internal.codec.KeyRange;
import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.error.VarveException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;

/** The open RocksDB of one directory. Callers must not call anything after {@link #close}. */
public final class Store implements AutoCloseable {

    /** Opening always writes some small files. */
    private static final long OPENING_BYTES = 1024 * 1024;

    private static final String LOG_FILES = "*.log";

    private final Directory directory;
    private final RocksDbOptions options;
    private final DiskReserve reserve;
    private final Committer committer;
    private final AtomicInteger moments = new AtomicInteger();
    private final AtomicLong syncs = new AtomicLong();
    /** Null after a failed reopening. Changes only while no call is in progress. */
    private @Nullable OpenDb open;

    private Store(Directory directory, RocksDbOptions options, DiskReserve reserve, OpenDb open) {
        this.directory = directory;
        this.options = options;
        this.reserve = reserve;
        this.open = open;
        this.committer = new Committer(this::write, reserve);
    }

    /** Finds the disk that a directory is on. */
    @FunctionalInterface
    public interface Disks {
        Disk of(Path directory) throws IOException;
    }

    /** Opens the database in this directory, and creates it if there is none. */
    public static Store open(Path path, RocksDbOptions options, Disks disks) {
        RocksDB.loadLibrary();
        Directory directory = Directory.open(path);
        try {
            Files.createDirectories(directory.data());
            DiskReserve reserve = DiskReserve.of(disks.of(directory.data()), options);
            OpenDb open = OpenDb.open(directory.data(), options, reserve);
            Store store = new Store(directory, options, reserve, open);
            store.begin();
            return store;
        } catch (RocksDBException e) {
            throw released(directory, Failure.onOpen(directory, e));
        } catch (IOException e) {
            throw released(directory, new Unavailable("rocksdb.io", "cannot use " + path + ": " + e, e));
        }
    }

    private static VarveException released(Directory directory, VarveException error) {
        directory.close();
        return error;
    }

    /** Returns whether a write failed because the disk was full, and there is now enough space to reopen the database. */
    public boolean canReopen() {
        return reserve.canReopen();
    }

    /** Returns how much space reopening the database takes: it flushes what is only in the log and in memory. */
    private long bytesToReopen() {
        long bytes = Long.MAX_VALUE;
        try {
            bytes = db().bytesInMemory();
        } catch (RocksDBException e) {
            // The size of the log is an upper bound as well.
        }
        return Math.min(bytes, logBytes()) + OPENING_BYTES;
    }

    private long logBytes() {
        long bytes = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory.data(), LOG_FILES)) {
            for (Path file : files) {
                bytes += Files.size(file);
            }
        } catch (IOException | DirectoryIteratorException e) {
            return Tuning.MAX_WAL_BYTES;
        }
        return bytes;
    }

    /**
     * Closes RocksDB and opens it again, which replays the log. Every acknowledged write is in the log; a write of
     * unknown outcome is there as a whole or not at all. No call may be in progress. The directory stays locked.
     */
    public void reopen() {
        OpenDb old = open;
        if (old != null) {
            open = null;
            old.close();
        }
        try {
            open = OpenDb.open(directory.data(), options, reserve);
        } catch (RocksDBException e) {
            throw Failure.onReopen(e);
        }
    }

    /** Accepts writes again, after {@link #reopen}. */
    public void resumeWrites() {
        committer.resumeWrites();
        reserve.recovered();
    }

    /** Flushes the memory to files if the disk has enough space. The write-ahead log then takes no space. */
    public void flushIfRoom() {
        try {
            if (reserve.hasRoomFor(db().bytesInMemory())) {
                db().flush();
            }
        } catch (RocksDBException e) {
            throw Failure.onWrite(e);
        }
    }

    /** Compacts a range that is already deleted, so that its space is free on return, if the disk has enough space. */
    public void compactIfRoom(Family family, KeyRange deleted) {
        try (CompactRangeOptions compaction = new CompactRangeOptions().setExclusiveManualCompaction(false)) {
            // Compaction first flushes the memory to a file.
            if (reserve.hasRoomFor(db().bytesInMemory())) {
                db().db().compactRange(handle(family), deleted.from(), deleted.to(), compaction);
            }
        } catch (RocksDBException e) {
            throw Failure.onWrite(e);
        }
    }

    /** Compacts all families for whose copy the disk has enough space. */
    public void compact() {
        try {
            for (Family family : Family.values()) {
                long bytes = db().db().getLongProperty(handle(family), "rocksdb.total-sst-files-size");
                if (reserve.hasRoomFor(bytes + db().bytesInMemory())) {
                    db().db().compactRange(handle(family));
                }
            }
        } catch (RocksDBException e) {
            throw Failure.onWrite(e);
        }
    }

    /** Deletes the files that hold only records of a range that is already deleted. */
    public void dropFiles(Family family, KeyRange deleted) {
        // A snapshot from before the deletion still reads these records.
        if (moments.get() > 0) {
            return;
        }
        try {
            db().db().deleteFilesInRanges(handle(family), List.of(deleted.from(), deleted.to()), false);
        } catch (RocksDBException e) {
            throw Failure.onWrite(e);
        }
    }

    public DiskReserve reserve() {
        return reserve;
    }

    private OpenDb db() {
        return Objects.requireNonNull(open, "a call was admitted while the database was not open");
    }

    private void begin() {
        try {
            for (Family family : Family.values()) {
                if (handle(family).getID() != family.number()) {
                    throw Directory.damaged(
                            directory.root(),
                            "column family %s has an unexpected number".formatted(family.nameOnDisk()),
                            null);
                }
            }
            directory.created();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    ColumnFamilyHandle handle(Family family) {
        return db().handle(family);
    }

    /** Returns the number of commits that ended with an {@code fsync} since the database was opened. */
    public long syncs() {
        return syncs.get();
    }

    public Committer committer() {
        return committer;
    }

    /** Returns the value under this key, or null. */
    public byte @Nullable [] get(Family family, byte[] key) {
        return get(family, key, db().reads());
    }

    byte @Nullable [] get(Family family, byte[] key, ReadOptions options) {
        try {
            return db().db().get(handle(family), options, key);
        } catch (RocksDBException e) {
            throw Failure.onRead(e);
        }
    }

    /** Reads the value under this key into the buffer and returns its length, or -1 if there is none. */
    public int get(Family family, byte[] key, ReadBuffer into) {
        try {
            OpenDb now = db();
            int length = into.read(
                    bytes -> now.db().get(now.handle(family), now.reads(), key, 0, key.length, bytes, 0, bytes.length));
            return length == RocksDB.NOT_FOUND ? -1 : length;
        } catch (RocksDBException e) {
            throw Failure.onRead(e);
        }
    }

    /** Returns a cursor over the current records of a range. */
    public Cursor cursor(Family family, KeyRange range, Cursor.Use use) {
        return new Cursor(this, family, range, use, null);
    }

    /** Returns a snapshot of all families that later writes do not change. */
    public StoreTime moment() {
        return new StoreTime(this, db().db(), moments);
    }

    RocksIterator iterator(Family family, ReadOptions options) {
        return db().db().newIterator(handle(family), options);
    }

    RuntimeException readFailure(RocksDBException e) {
        return Failure.onRead(e);
    }

    private void write(byte[] bytes, Durability durability) {
        boolean isSynced = durability == Durability.SYNCED && options.durability() == Durability.SYNCED;
        try (WriteBatch batch = new WriteBatch(bytes)) {
            db().db().write(isSynced ? db().syncedWrites() : db().writes(), batch);
            if (isSynced) {
                syncs.incrementAndGet();
            }
        } catch (RocksDBException e) {
            if (Failure.isDiskFull(e)) {
                reserve.ranFull(bytesToReopen());
            }
            throw Failure.onWrite(e);
        }
    }

    /** Writes a consistent copy that can be opened as a database; rejects a target that exists. */
    public void backup(Path target) {
        Path partial = target.resolveSibling(target.getFileName() + ".partial");
        if (Files.exists(target) || Files.exists(partial)) {
            throw new Rejected(
                    "rocksdb.backup-exists",
                    "backup target %s exists: choose a new name, or remove it first"
                            .formatted(Files.exists(target) ? target : partial));
        }
        try (Checkpoint checkpoint = Checkpoint.create(db().db())) {
            Files.createDirectories(partial);
            checkpoint.createCheckpoint(partial.resolve("data").toString());
            Marker.READY.write(partial);
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (RocksDBException e) {
            throw Failure.onBackup(e);
        } catch (IOException e) {
            throw new Unavailable("rocksdb.io", "cannot write the backup to %s: %s".formatted(target, e), e);
        }
    }

    @Override
    public void close() {
        OpenDb last = open;
        try {
            // After a failed write there is nothing to sync: every acknowledged write is durable already, and the
            // caller got the error.
            if (last != null && !committer.isBroken()) {
                last.db().syncWal();
            }
        } catch (RocksDBException e) {
            throw Failure.onWrite(e);
        } finally {
            if (last != null) {
                last.close();
            }
            directory.close();
        }
    }
}
