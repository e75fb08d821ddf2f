package dev.varve.engine.rocksdb.internal;

import dev.varve.engine.rocksdb.ChangeLogCap;
import dev.varve.engine.rocksdb.internal.codec.ByteReader;
import dev.varve.engine.rocksdb.internal.codec.ByteWriter;
import dev.varve.engine.rocksdb.internal.codec.ChangeEntry;
import dev.varve.engine.rocksdb.internal.codec.KeyRange;
import dev.varve.engine.rocksdb.internal.codec.MetaKeys;
import dev.varve.engine.rocksdb.internal.store.Cursor;
import dev.varve.engine.rocksdb.internal.store.Family;
import dev.varve.engine.rocksdb.internal.store.WriteSet;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** Cuts off the oldest changes of a table once its log has passed the cap, or all who read it have. */
final class Trim {

    private final RocksDbDatabase database;
    private final int tableId;
    private final long newest;

    Trim(RocksDbDatabase database, StoredRows rows) {
        this.database = database;
        this.tableId = rows.keys().id();
        this.newest = rows.tail().committed();
    }

    /** Cuts to the cap; and to the reserve, as far as every consumer has read, if there are any. */
    void run(ChangeLogCap cap, ChangeLogCap reserve, Instant now) {
        long oldest = oldest();
        if (oldest > newest) {
            return;
        }
        long cut = beyond(cap, oldest, now);
        OptionalLong slowest = slowest();
        if (slowest.isPresent() && slowest.getAsLong() > cut) {
            cut = Math.max(cut, Math.min(slowest.getAsLong(), beyond(reserve, oldest, now)));
        }
        if (cut >= oldest) {
            cut(cut);
        }
    }

    /** Returns the last change that is too much. */
    private long beyond(ChangeLogCap cap, long oldest, Instant now) {
        long bytes = entry(newest).bytesSoFar();
        long cut = newest - Math.min(newest, cap.changes());
        cut = Math.max(
                cut, lastThat(oldest, entry -> Duration.between(entry.at(), now).compareTo(cap.age()) > 0));
        if (bytes - ChangeLog.start(database.store(), tableId).bytes() > cap.bytes()) {
            // What follows this one is too much, so what follows the next one is not.
            cut = Math.max(cut, 1 + lastThat(oldest, entry -> bytes - entry.bytesSoFar() > cap.bytes()));
        }
        return cut;
    }

    /** Returns up to where every consumer has read, if there are any. */
    private OptionalLong slowest() {
        OptionalLong slowest = OptionalLong.empty();
        try (Cursor cursor = database.store().cursor(Family.META, MetaKeys.logHolds(tableId), Cursor.Use.ASCENDING)) {
            while (cursor.next()) {
                ByteReader in = new ByteReader().reset(cursor.value(), 0, cursor.valueLength());
                long held = in.u64();
                in.requireEnd();
                slowest = OptionalLong.of(Math.min(slowest.orElse(held), held));
            }
        }
        return slowest;
    }

    private long oldest() {
        try (Cursor cursor =
                database.store().cursor(Family.CHANGES, ChangeLog.range(tableId, 0), Cursor.Use.ASCENDING)) {
            return cursor.next() ? ChangeLog.position(cursor) : newest + 1;
        }
    }

    /**
     * Returns the last change for which this holds, knowing that it holds for all before one it holds for; the one before
     * the oldest where it holds for none.
     */
    private long lastThat(long oldest, Predicate<ChangeEntry> old) {
        long low = oldest - 1;
        long high = newest;
        while (low < high) {
            long middle = low + (high - low + 1) / 2;
            if (old.test(entry(middle))) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private ChangeEntry entry(long position) {
        byte[] key = ChangeLog.key(tableId, position);
        byte[] stored = database.store().get(Family.CHANGES, key);
        if (stored == null) {
            throw new ByteReader(key).damaged("is missing from the change log");
        }
        return ChangeEntry.read(new ByteReader(stored));
    }

    private void cut(long last) {
        WriteSet changes = new WriteSet();
        KeyRange cut = new KeyRange(ChangeLog.key(tableId, 0), ChangeLog.key(tableId, last + 1));
        changes.deleteRange(Family.CHANGES, cut);
        changes.put(
                Family.META,
                MetaKeys.logStart(tableId),
                new ByteWriter(16).u64(last).u64(entry(last).bytesSoFar()));
        database.store().committer().commitMakingRoom(changes);
        if (database.store().reserve().isRefusing()) {
            // Compaction would need space first, and may come late.
            database.store().dropFiles(Family.CHANGES, cut);
        }
    }
}
