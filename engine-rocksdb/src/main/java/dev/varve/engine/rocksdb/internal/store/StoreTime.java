package dev.varve.engine.rocksdb.internal.store;

import dev.varve.engine.rocksdb.internal.codec.KeyRange;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.Snapshot;

/** A snapshot of all families at one moment. */
public final class StoreTime implements AutoCloseable {

    private final Store store;
    private final RocksDB db;
    private final AtomicInteger open;
    private final Snapshot snapshot;
    private final ReadOptions options;

    StoreTime(Store store, RocksDB db, AtomicInteger open) {
        this.store = store;
        this.db = db;
        this.open = open;
        open.incrementAndGet();
        this.snapshot = db.getSnapshot();
        this.options = new ReadOptions().setSnapshot(snapshot);
    }

    public byte @Nullable [] get(Family family, byte[] key) {
        return store.get(family, key, options);
    }

    public Cursor cursor(Family family, KeyRange range) {
        return new Cursor(store, family, range, Cursor.Use.SCAN, snapshot);
    }

    @Override
    public void close() {
        options.close();
        db.releaseSnapshot(snapshot);
        snapshot.close();
        open.decrementAndGet();
    }
}
