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

/** Removes the oldest changes of a table beyond the limits of its log, and changes that every consumer has read. */
final class Trim {

    private final RocksDbDatabase database;
    private final int tableId;
    private final long newest;

    Trim(RocksDbDatabase database, StoredRows rows) {
        this.database = database;
        this.tableId = rows.keys().id();
        this.newest = rows.tail().committed();
    }

    /** Trims the log to the cap. If there are consumers, also trims what all of them have read to the reserve. */
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

    /** Returns the last change that exceeds the cap. */
    private long beyond(ChangeLogCap cap, long oldest, Instant now) {
        long bytes = entry(newest).bytesSoFar();
        long cut = newest - Math.min(newest, cap.changes());
        cut = Math.max(
                cut, lastThat(oldest, entry -> Duration.between(entry.at(), now).compareTo(cap.age()) > 0));
        if (bytes - ChangeLog.start(database.store(), tableId).bytes() > cap.bytes()) {
            // The changes after this one exceed the cap together, and those after the next one do not.
            cut = Math.max(cut, 1 + lastThat(oldest, entry -> bytes - entry.bytesSoFar() > cap.bytes()));
        }
        return cut;
    }

    /** Returns the position up to which every consumer has read, if there are consumers. */
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
     * Returns the last change for which the predicate holds, or the position before the oldest if it holds for none.
     * The predicate must hold for a prefix of the log.
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
            // Compaction would free the space too late, and needs space itself.
            database.store().dropFiles(Family.CHANGES, cut);
        }
    }
}
