package dev.varve.engine.rocksdb.internal.store;

import dev.varve.engine.rocksdb.internal.codec.KeyRange;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/** Iterates over the records of a range, as of the moment the cursor was opened. */
public final class Cursor implements AutoCloseable {

    /** The order of the records, and whether reading them fills the block cache. */
    public enum Use {
        ASCENDING,
        DESCENDING,
        /** Ascending, for one pass over many records: does not evict hot blocks from the cache. */
        SCAN
    }

    private final Store store;
    private final boolean descending;
    private final byte[] start;
    private final @Nullable Slice from;
    private final Slice to;
    private final ReadOptions options;
    private final RocksIterator iterator;
    private final ReadBuffer key = new ReadBuffer(256);
    private final ReadBuffer value = new ReadBuffer(1024);
    private int keyLength;
    private int valueLength;
    private boolean started;

    Cursor(Store store, Family family, KeyRange range, Use use, @Nullable Snapshot snapshot) {
        this.store = store;
        this.descending = use == Use.DESCENDING;
        this.start = range.from();
        this.to = new Slice(range.isEmpty() ? start : range.to());
        this.options = new ReadOptions().setIterateUpperBound(to).setFillCache(use != Use.SCAN);
        // An ascending cursor needs no lower bound: it starts with a seek.
        this.from = descending ? new Slice(start) : null;
        if (from != null) {
            options.setIterateLowerBound(from);
        }
        if (snapshot != null) {
            options.setSnapshot(snapshot);
        }
        this.iterator = store.iterator(family, options);
    }

    /** Moves to the first record or the next one; returns false at the end. */
    public boolean next() {
        if (!started) {
            started = true;
            if (descending) {
                iterator.seekToLast();
            } else {
                iterator.seek(start);
            }
        } else if (descending) {
            iterator.prev();
        } else {
            iterator.next();
        }
        return load();
    }

    /** Moves to the first record at or above this key; returns false if there is none. */
    public boolean seek(byte[] target) {
        started = true;
        iterator.seek(target);
        return load();
    }

    private boolean load() {
        try {
            if (!iterator.isValid()) {
                iterator.status();
                return false;
            }
            keyLength = key.read(iterator::key);
            valueLength = value.read(iterator::value);
            return true;
        } catch (RocksDBException e) {
            throw store.readFailure(e);
        }
    }

    public byte[] key() {
        return key.array();
    }

    public int keyLength() {
        return keyLength;
    }

    public byte[] value() {
        return value.array();
    }

    public int valueLength() {
        return valueLength;
    }

    @Override
    public void close() {
        iterator.close();
        options.close();
        if (from != null) {
            from.close();
        }
        to.close();
    }
}
