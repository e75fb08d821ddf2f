package dev.varve.engine.rocksdb.internal;

import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.internal.codec.ByteReader;
import dev.varve.engine.rocksdb.internal.codec.ByteWriter;
import dev.varve.engine.rocksdb.internal.codec.JournalKeys;
import dev.varve.engine.rocksdb.internal.codec.KeyRange;
import dev.varve.engine.rocksdb.internal.store.Cursor;
import dev.varve.engine.rocksdb.internal.store.Family;
import dev.varve.engine.rocksdb.internal.store.Store;
import dev.varve.engine.rocksdb.internal.store.WriteSet;
import dev.varve.engine.support.Cost;
import dev.varve.error.Rejected;
import dev.varve.table.Capacity;
import dev.varve.table.Capacity.Units;
import dev.varve.table.Journal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One journal of an embedded database; every operation runs on the calling thread. */
final class RocksDbJournal implements Journal {

    /** A read ends at this size. */
    private static final int MAX_READ_BYTES = MAX_RECORD_BYTES;

    /** The memory of an entry beside its content, so that a read of tiny records is bounded too. */
    private static final int ENTRY_BYTES = 64;

    private static final int MAX_NAME_BYTES = 255;

    private final RocksDbDatabase database;
    private final JournalKeys keys;
    private final Object trimming = new Object();

    /** No append with this number or a smaller one is in progress, and no later record gets such a number. */
    private volatile long settled;

    /** The number up to which records were removed. */
    private volatile long trimmed;

    /** Opens the journal of this name; its records remain from earlier openings. */
    RocksDbJournal(RocksDbDatabase database, int tableId, String name) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes == 0 || bytes > MAX_NAME_BYTES) {
            throw new Rejected(
                    "journal.name",
                    "the name of a journal has %d bytes; it must have 1 to %d".formatted(bytes, MAX_NAME_BYTES));
        }
        this.database = database;
        this.keys = new JournalKeys(tableId, name);
        Store store = database.store();
        this.trimmed = trimmed(store.get(Family.META, keys.trimmed()));
        this.settled = last(store);
    }

    static long trimmed(byte @Nullable [] stored) {
        if (stored == null) {
            return 0;
        }
        ByteReader in = new ByteReader(stored);
        long number = in.u64();
        in.requireEnd();
        return number;
    }

    /** Returns the number of the newest record, also if it was trimmed. */
    private long last(Store store) {
        try (Cursor cursor = store.cursor(Family.JOURNAL, keys.after(trimmed), Cursor.Use.DESCENDING)) {
            return cursor.next() ? number(cursor) : trimmed;
        }
    }

    private static long number(Cursor cursor) {
        return JournalKeys.read(new ByteReader().reset(cursor.key(), 0, cursor.keyLength()))
                .number();
    }

    @Override
    public CompletableFuture<Appended> append(byte[] content) {
        return database.gate().future(() -> {
            if (content.length > MAX_RECORD_BYTES) {
                throw new Rejected(
                        "journal.record-size",
                        "a journal record has %d bytes; the limit is %d: split it"
                                .formatted(content.length, MAX_RECORD_BYTES));
            }
            return add(content);
        });
    }

    /** The lock is free for the one thread that appends. With several, a trim would pass an append in progress. */
    private synchronized Appended add(byte[] content) {
        long number = settled + 1;
        WriteSet changes = new WriteSet();
        changes.put(Family.JOURNAL, keys.key(number), content);
        try {
            database.store().committer().commit(changes);
        } finally {
            // A failed append may be stored, so its number is used too.
            settled = number;
        }
        return new Appended(number, Capacity.of(Units.writes(Cost.writeUnits(content.length))));
    }

    @Override
    public CompletableFuture<List<Entry>> read(long after) {
        return database.gate().future(() -> page(Math.max(after, trimmed)));
    }

    private List<Entry> page(long after) {
        List<Entry> entries = new ArrayList<>();
        if (after == Long.MAX_VALUE) {
            return entries;
        }
        int bytes = 0;
        try (Cursor cursor = database.store().cursor(Family.JOURNAL, keys.after(after), Cursor.Use.SCAN)) {
            while (cursor.next()) {
                bytes += cursor.valueLength() + ENTRY_BYTES;
                if (bytes > MAX_READ_BYTES && !entries.isEmpty()) {
                    break;
                }
                entries.add(new Entry(number(cursor), Arrays.copyOf(cursor.value(), cursor.valueLength())));
            }
        }
        return entries;
    }

    @Override
    public CompletableFuture<Void> trim(long upTo) {
        return database.gate().future(() -> {
            cut(Math.min(upTo, settled));
            return null;
        });
    }

    @Override
    public CompletableFuture<Long> trimmed() {
        return database.gate().future(() -> trimmed);
    }

    /**
     * Removes the records without a sync. The log keeps the order of commits, and a crash loses its end only. So if the
     * removal survives, everything committed before it does too.
     */
    private void cut(long last) {
        synchronized (trimming) {
            if (last <= trimmed) {
                return;
            }
            // Ranges that do not overlap: RocksDB splits overlapping ones into pieces at every read.
            KeyRange cut = keys.between(trimmed, last);
            WriteSet changes = new WriteSet();
            changes.deleteRange(Family.JOURNAL, cut);
            changes.put(Family.META, keys.trimmed(), new ByteWriter(Long.BYTES).u64(last));
            Store store = database.store();
            store.committer().commitMakingRoom(changes, Durability.WRITTEN_TO_OS);
            trimmed = last;
            if (store.reserve().isRefusing()) {
                store.compactIfRoom(Family.JOURNAL, keys.between(0, last));
            }
        }
    }
}
