package dev.varve.engine.rocksdb.internal;

import dev.varve.engine.rocksdb.internal.codec.ByteReader;
import dev.varve.engine.rocksdb.internal.codec.ChangeEntry;
import dev.varve.engine.rocksdb.internal.codec.MetaKeys;
import dev.varve.engine.rocksdb.internal.store.Cursor;
import dev.varve.engine.rocksdb.internal.store.Family;
import dev.varve.engine.rocksdb.internal.store.StoreTime;
import dev.varve.item.Item;
import dev.varve.table.Key;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares the change log of one table with its rows. Changes must be numbered without gaps, the old image of each
 * change must equal the new image of the change before it, and the newest change must match the row.
 */
final class LogAudit {

    /**
     * The bytes of changes held in memory at once. A larger log is read several times, for a part of its keys each
     * time.
     */
    private static final long MAX_BYTES = 64L * 1024 * 1024;

    private final StoreTime moment;
    private final StoredRows rows;
    private final Instant now;
    private final Consumer<String> problems;

    private final long cut;
    private long count;
    private long bytes;
    private long live;

    LogAudit(StoreTime moment, StoredRows rows, Instant now, Consumer<String> problems) {
        this.moment = moment;
        this.rows = rows;
        this.now = now;
        this.problems = problems;
        byte[] start = moment.get(Family.META, MetaKeys.logStart(rows.keys().id()));
        this.cut = ChangeLog.Start.read(start).position();
    }

    /** Runs the comparison, given the number of rows of the table, and returns the number of changes in its log. */
    long run(long rowCount) {
        numbers();
        long passes = bytes / MAX_BYTES + 1;
        for (long pass = 0; pass < passes; pass++) {
            follow(pass, passes);
        }
        if (cut == 0 && live != rowCount) {
            problem("its changes leave %d items, but it has %d rows".formatted(live, rowCount));
        }
        return count;
    }

    private void problem(String what) {
        problems.accept("table %s: %s".formatted(rows.schema().name(), what));
    }

    private void numbers() {
        try (Cursor cursor = cursor()) {
            long last = cut;
            while (cursor.next()) {
                ConsistencyAudit.requireWanted();
                long position = ChangeLog.position(cursor);
                if (position != last + 1) {
                    problem("change %d is followed by change %d".formatted(last, position));
                }
                last = position;
                count++;
                bytes += cursor.valueLength();
            }
        }
    }

    private Cursor cursor() {
        return moment.cursor(Family.CHANGES, ChangeLog.range(rows.keys().id(), 0));
    }

    private void follow(long pass, long passes) {
        Map<ByteBuffer, ChangeEntry> newest = new HashMap<>();
        try (Cursor cursor = cursor()) {
            while (cursor.next()) {
                ConsistencyAudit.requireWanted();
                ChangeEntry entry = ChangeLog.entry(cursor);
                ByteBuffer rowKey = ByteBuffer.wrap(entry.rowKey());
                if (Math.floorMod(rowKey.hashCode(), passes) == pass) {
                    ChangeEntry earlier = newest.put(rowKey, entry);
                    if (earlier != null && !continues(earlier, entry)) {
                        problem("change %d of %s does not begin where the one before ended"
                                .formatted(ChangeLog.position(cursor), key(entry)));
                    }
                }
            }
        }
        newest.values().forEach(this::compare);
    }

    /** A later write does not see an expired item, so the change after it may have no old image. */
    private boolean continues(ChangeEntry earlier, ChangeEntry later) {
        return Arrays.equals(earlier.after(), later.before())
                || (later.before() == null && isExpired(earlier, later.at()));
    }

    /** Returns whether the item that the change left had expired by then. */
    private boolean isExpired(ChangeEntry entry, Instant at) {
        Item item = item(key(entry), entry.after());
        return item != null && rows.schema().isExpired(item, at);
    }

    private void compare(ChangeEntry entry) {
        byte[] row = moment.get(Family.ROWS, entry.rowKey());
        live += row == null ? 0 : 1;
        // Deleting an expired item records no change, because readers no longer saw the item.
        boolean removedAfterExpiry = row == null && isExpired(entry, now);
        if (!Arrays.equals(row, entry.after()) && !removedAfterExpiry) {
            problem("row %s does not match its newest change".formatted(key(entry)));
        }
    }

    private Key key(ChangeEntry entry) {
        return rows.readKey(new ByteReader(entry.rowKey()));
    }

    private @Nullable Item item(Key key, byte @Nullable [] image) {
        return image == null ? null : rows.read(new ByteReader(image), key);
    }
}
