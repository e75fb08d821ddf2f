package dev.varve.engine.rocksdb.internal.store;

import dev.varve.core.Rejected;
import dev.varve.core.Unavailable;
import dev.varve.core.VarveException;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.engine.rocksdb.internal.codec.KeyRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** The open RocksDB of one directory. Callers see to it that nothing is called after {@link #close}. */
public final class Store implements AutoCloseable {

    private final Directory directory;
    private final Tuning tuning;
    private final RocksDB db;
    private final List<ColumnFamilyHandle> families;
    private final ReadOptions reads;
    private final WriteOptions writes;
    private final Committer committer;

    private Store(Directory directory, Tuning tuning, RocksDB db, List<ColumnFamilyHandle> families, boolean synced) {
        this.directory = directory;
        this.tuning = tuning;
        this.db = db;
        this.families = families;
        this.reads = tuning.own(new ReadOptions());
        this.writes = tuning.own(new WriteOptions()).setSync(synced);
        this.committer = new Committer(this::write);
    }

    /** Opens the database in this directory, creating it if there is none. */
    public static Store open(Path path, RocksDbOptions options) {
        RocksDB.loadLibrary();
        Directory directory = Directory.open(path);
        Tuning tuning = new Tuning(options);
        try {
            Files.createDirectories(directory.data());
            List<ColumnFamilyHandle> families = new ArrayList<>();
            RocksDB db = RocksDB.open(tuning.database(), directory.data().toString(), tuning.families(), families);
            Store store = new Store(directory, tuning, db, families, options.durability() == Durability.SYNCED);
            store.begin();
            return store;
        } catch (RocksDBException e) {
            throw released(directory, tuning, Failure.onOpen(directory, e));
        } catch (IOException e) {
            throw released(directory, tuning, new Unavailable("rocksdb.io", "cannot use " + path + ": " + e, e));
        }
    }

    private static VarveException released(Directory directory, Tuning tuning, VarveException error) {
        tuning.close();
        directory.close();
        return error;
    }

    private void begin() {
        try {
            for (Family family : Family.values()) {
                if (handle(family).getID() != family.number()) {
                    throw Directory.damaged(
                            directory.root(),
                            "column family %s has another number".formatted(family.nameOnDisk()),
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
        return families.get(family.number());
    }

    public Committer committer() {
        return committer;
    }

    /** Returns the value under this key, or null. */
    public byte @Nullable [] get(Family family, byte[] key) {
        return get(family, key, reads);
    }

    byte @Nullable [] get(Family family, byte[] key, ReadOptions options) {
        try {
            return db.get(handle(family), options, key);
        } catch (RocksDBException e) {
            throw Failure.onRead(directory, e);
        }
    }

    /** Reads the value under this key into the buffer and returns its length, or -1 where there is none. */
    public int get(Family family, byte[] key, ReadBuffer into) {
        try {
            int length = into.read(bytes -> db.get(handle(family), reads, key, 0, key.length, bytes, 0, bytes.length));
            return length == RocksDB.NOT_FOUND ? -1 : length;
        } catch (RocksDBException e) {
            throw Failure.onRead(directory, e);
        }
    }

    /** Returns a cursor over the records of a range as they are now. */
    public Cursor cursor(Family family, KeyRange range, Cursor.Use use) {
        return new Cursor(this, family, range, use, null);
    }

    /** Returns a view of all families as they are now, whatever is written meanwhile. */
    public Moment moment() {
        return new Moment(this, db);
    }

    RocksIterator iterator(Family family, ReadOptions options) {
        return db.newIterator(handle(family), options);
    }

    RuntimeException readFailure(RocksDBException e) {
        return Failure.onRead(directory, e);
    }

    private void write(byte[] bytes) {
        try (WriteBatch batch = new WriteBatch(bytes)) {
            db.write(writes, batch);
        } catch (RocksDBException e) {
            throw Failure.onWrite(e);
        }
    }

    /** Writes a consistent copy that can be opened as a database of its own; refuses a target that exists. */
    public void backup(Path target) {
        Path partial = target.resolveSibling(target.getFileName() + ".partial");
        if (Files.exists(target) || Files.exists(partial)) {
            throw new Rejected(
                    "rocksdb.backup-exists",
                    "backup target %s exists: choose a new name, or remove it first"
                            .formatted(Files.exists(target) ? target : partial));
        }
        try (Checkpoint checkpoint = Checkpoint.create(db)) {
            Files.createDirectories(partial);
            checkpoint.createCheckpoint(partial.resolve("data").toString());
            Marker.READY.write(partial);
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (RocksDBException e) {
            throw Failure.onRead(directory, e);
        } catch (IOException e) {
            throw new Unavailable("rocksdb.io", "cannot write the backup to %s: %s".formatted(target, e), e);
        }
    }

    @Override
    public void close() {
        try {
            // After a failed write there is nothing to sync: every write that was answered lasts already, and the
            // caller
            // knows of the failure.
            if (!committer.isBroken()) {
                db.syncWal();
            }
        } catch (RocksDBException e) {
            throw Failure.onWrite(e);
        } finally {
            families.forEach(ColumnFamilyHandle::close);
            db.close();
            tuning.close();
            directory.close();
        }
    }
}
