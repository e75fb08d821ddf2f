package dev.varve.engine.rocksdb.internal;

import dev.varve.engine.rocksdb.internal.codec.ByteReader;
import dev.varve.engine.rocksdb.internal.codec.ByteWriter;
import dev.varve.engine.rocksdb.internal.codec.ChangeEntry;
import dev.varve.engine.rocksdb.internal.codec.KeyRange;
import dev.varve.engine.rocksdb.internal.codec.MetaKeys;
import dev.varve.engine.rocksdb.internal.store.Cursor;
import dev.varve.engine.rocksdb.internal.store.Family;
import dev.varve.engine.rocksdb.internal.store.LogTail;
import dev.varve.engine.rocksdb.internal.store.Store;
import dev.varve.engine.rocksdb.internal.store.WriteSet;
import dev.varve.error.Rejected;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.item.Item;
import dev.varve.table.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The changes of one table, numbered from 1 without gaps; the oldest may have been cut off. */
final class ChangeLog implements ChangeFeed {

    /** A page ends at this size, even if fewer changes than requested were read. */
    private static final long MAX_PAGE_BYTES = 8L * 1024 * 1024;

    private final RocksDbDatabase database;
    private final StoredRows rows;

    ChangeLog(RocksDbDatabase database, StoredRows rows) {
        this.database = database;
        this.rows = rows;
    }

    /** Returns the end of a table's log. */
    static LogTail tail(Store store, int tableId) {
        try (Cursor cursor = store.cursor(Family.CHANGES, range(tableId, 0), Cursor.Use.DESCENDING)) {
            if (cursor.next()) {
                return new LogTail(tableId, position(cursor), entry(cursor).bytesSoFar());
            }
        }
        Start start = start(store, tableId);
        return new LogTail(tableId, start.position(), start.bytes());
    }

    /** Where a log was trimmed: the last change that was removed, and the total bytes of all removed changes. */
    record Start(long position, long bytes) {

        static Start read(byte @Nullable [] stored) {
            if (stored == null) {
                return new Start(0, 0);
            }
            ByteReader in = new ByteReader(stored);
            Start start = new Start(in.u64(), in.u64());
            in.requireEnd();
            return start;
        }
    }

    static Start start(Store store, int tableId) {
        return Start.read(store.get(Family.META, MetaKeys.logStart(tableId)));
    }

    /** Returns the keys of the changes after a position. */
    static KeyRange range(int tableId, long after) {
        return new KeyRange(
                key(tableId, after + 1), new ByteWriter(2).u16(tableId + 1).toBytes());
    }

    static byte[] key(int tableId, long position) {
        return new ByteWriter(10).u16(tableId).u64(position).toBytes();
    }

    static long position(Cursor cursor) {
        ByteReader in = new ByteReader().reset(cursor.key(), 0, cursor.keyLength());
        in.skip(2);
        long position = in.u64();
        in.requireEnd();
        return position;
    }

    static ChangeEntry entry(Cursor cursor) {
        return ChangeEntry.read(new ByteReader().reset(cursor.value(), 0, cursor.valueLength()));
    }

    @Override
    public CompletableFuture<FeedPage> read(FeedPosition after, int most) {
        return database.gate().future(() -> page(after, most));
    }

    @Override
    public CompletableFuture<FeedPosition> end() {
        return database.gate().future(() -> position(rows.tail().committed()));
    }

    @Override
    public Optional<String> exclusiveOpening() {
        return Optional.of(database.opening());
    }

    @Override
    public CompletableFuture<Void> hold(String consumer, FeedPosition position) {
        return database.gate().future(() -> {
            boolean fromBeginning = position.equals(FeedPosition.BEGINNING);
            long last = fromBeginning ? 0 : number(position, rows.tail().committed());
            WriteSet changes = new WriteSet();
            changes.put(Family.META, MetaKeys.logHold(rows.keys().id(), consumer), new ByteWriter(8).u64(last));
            database.store().committer().commit(changes);
            return null;
        });
    }

    @Override
    public CompletableFuture<Void> release(String consumer) {
        return database.gate().future(() -> {
            WriteSet changes = new WriteSet();
            changes.delete(Family.META, MetaKeys.logHold(rows.keys().id(), consumer));
            database.store().committer().commitMakingRoom(changes);
            return null;
        });
    }

    private FeedPage page(FeedPosition after, int most) {
        // Read before the cursor is opened: the cursor sees every change up to this position unless it was trimmed.
        // Later changes are not delivered until their writers have returned.
        long newest = rows.tail().committed();
        boolean fromBeginning = after.equals(FeedPosition.BEGINNING);
        long last = fromBeginning ? 0 : number(after, newest);
        List<Change> changes = new ArrayList<>();
        long bytes = 0;
        int id = rows.keys().id();
        KeyRange range = new KeyRange(key(id, last + 1), key(id, newest + 1));
        try (Cursor cursor = database.store().cursor(Family.CHANGES, range, Cursor.Use.ASCENDING)) {
            while (changes.size() < most && bytes < MAX_PAGE_BYTES && cursor.next()) {
                long position = position(cursor);
                if (changes.isEmpty() && position != last + 1 && !fromBeginning) {
                    return new FeedPage.Trimmed(position(position - 1));
                }
                changes.add(change(position, entry(cursor)));
                bytes += cursor.valueLength();
                last = position;
            }
        }
        if (changes.isEmpty() && most > 0 && last < newest) {
            return fromBeginning
                    ? new FeedPage.Changes(List.of(), position(newest))
                    : new FeedPage.Trimmed(position(newest));
        }
        return new FeedPage.Changes(changes, position(last));
    }

    private Change change(long position, ChangeEntry entry) {
        Key key = rows.readKey(new ByteReader(entry.rowKey()));
        return new Change(
                position(position),
                entry.at(),
                key,
                item(key, entry.before()),
                item(key, entry.after()),
                entry.cause());
    }

    private @Nullable Item item(Key key, byte @Nullable [] image) {
        return image == null ? null : rows.read(new ByteReader(image), key);
    }

    private static FeedPosition position(long number) {
        return new FeedPosition(Long.toString(number));
    }

    private static long number(FeedPosition position, long newest) {
        try {
            long number = Long.parseLong(position.text());
            if (number >= 0 && number <= newest) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Rejected below, like a number that was never assigned.
        }
        throw new Rejected("feed.position", "\"%s\" is not a position of this feed".formatted(position.text()));
    }
}
