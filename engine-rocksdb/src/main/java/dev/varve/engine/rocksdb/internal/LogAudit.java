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
 * Compares the change log of one table with its rows: changes are numbered without gaps, each begins where the one before
 * it left the item, and the last one left it as it is.
 */
final class LogAudit {

    /** Changes held in memory at once; a log with more bytes is read several times, for some of its keys each time. */
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

    /** Compares, given how many rows the table has, and returns how many changes its log has. */
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

    /** An expired item is not seen by a later write, so the change after it may begin with nothing. */
    private boolean continues(ChangeEntry earlier, ChangeEntry later) {
        return Arrays.equals(earlier.after(), later.before())
                || (later.before() == null && isExpired(earlier, later.at()));
    }

    /** Returns whether what the change left had expired by then. */
    private boolean isExpired(ChangeEntry entry, Instant at) {
        Item item = item(key(entry), entry.after());
        return item != null && rows.schema().isExpired(item, at);
    }

    private void compare(ChangeEntry entry) {
        byte[] row = moment.get(Family.ROWS, entry.rowKey());
        live += row == null ? 0 : 1;
        // Deleting an expired item leaves no change: nobody saw it any more.
        boolean goneUnseen = row == null && isExpired(entry, now);
        if (!Arrays.equals(row, entry.after()) && !goneUnseen) {
            problem("row %s is not what its newest change says".formatted(key(entry)));
        }
    }

    private Key key(ChangeEntry entry) {
        return rows.readKey(new ByteReader(entry.rowKey()));
    }

    private @Nullable Item item(Key key, byte @Nullable [] image) {
        return image == null ? null : rows.read(new ByteReader(image), key);
    }
}
