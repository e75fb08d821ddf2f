package dev.varve.engine.rocksdb.internal;

import dev.varve.engine.rocksdb.internal.codec.ByteReader;
import dev.varve.engine.rocksdb.internal.codec.ItemCodec;
import dev.varve.engine.rocksdb.internal.codec.KeyLayout;
import dev.varve.engine.rocksdb.internal.codec.KeyRange;
import dev.varve.engine.rocksdb.internal.store.Cursor;
import dev.varve.engine.rocksdb.internal.store.Family;
import dev.varve.engine.rocksdb.internal.store.ReadBuffer;
import dev.varve.engine.rocksdb.internal.store.StoreTime;
import dev.varve.engine.support.PageBuilder;
import dev.varve.engine.support.PagePosition;
import dev.varve.internal.Fingerprint;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.table.Key;
import dev.varve.table.Page;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the items of one table. */
final class RocksDbReads {

    private final RocksDbDatabase database;
    private final StoredRows rows;

    RocksDbReads(RocksDbDatabase database, StoredRows rows) {
        this.database = database;
        this.rows = rows;
    }

    /** Returns the item under this key, expired or not. */
    @Nullable
    Item get(Key key) {
        Scratch scratch = database.scratch();
        ReadBuffer stored = scratch.stored();
        int length = database.store().get(Family.ROWS, rows.keys().row(key), stored);
        return length < 0 ? null : rows.read(scratch.reader().reset(stored.array(), 0, length), key);
    }

    /** Returns the stored row under this key, with its bytes, for a writer that holds its lock. */
    Row row(Key key, byte[] rowKey) {
        byte[] bytes = database.store().get(Family.ROWS, rowKey);
        return new Row(key, rowKey, bytes, bytes == null ? null : rows.read(new ByteReader(bytes), key));
    }

    /** Returns the items under these keys as of one moment, null where there is none. */
    List<@Nullable Item> together(List<Key> keys) {
        List<@Nullable Item> items = new ArrayList<>(keys.size());
        try (StoreTime moment = database.store().moment()) {
            for (Key key : keys) {
                byte[] bytes = moment.get(Family.ROWS, rows.keys().row(key));
                items.add(bytes == null ? null : rows.read(new ByteReader(bytes), key));
            }
        }
        return items;
    }

    Page query(Query query) {
        PageBuilder page = PageBuilder.of(rows.schema(), query, database.now());
        StoredRows.Index index = query.index() == null ? null : rows.index(query.index());
        KeyLayout keys = index == null ? rows.keys() : index.keys();
        ItemCodec items = index == null ? rows.items() : index.items();
        byte[] prefix = keys.prefix(query.partition());
        KeyRange range = keys.range(prefix, query, PagePosition.resumed(rows.schema(), query));
        if (range.isEmpty()) {
            return page.build();
        }
        Cursor.Use use = query.order() == Query.Order.ASCENDING ? Cursor.Use.ASCENDING : Cursor.Use.DESCENDING;
        Value[] parts = new Value[keys.partCount()];
        parts[0] = query.partition();
        ByteReader in = database.scratch().reader();
        try (Cursor cursor = database.store().cursor(index == null ? Family.ROWS : Family.INDEXES, range, use)) {
            while (!page.isFull() && cursor.next()) {
                keys.readRest(in.reset(cursor.key(), prefix.length, cursor.keyLength()), parts);
                page.add(items.read(in.reset(cursor.value(), 0, cursor.valueLength()), parts));
            }
        }
        return page.build();
    }

    Page scan(Scan scan) {
        PageBuilder page = PageBuilder.of(rows.schema(), scan, database.now());
        StoredRows.Index index = scan.index() == null ? null : rows.index(scan.index());
        KeyLayout keys = index == null ? rows.keys() : index.keys();
        ItemCodec items = index == null ? rows.items() : index.items();
        KeyRange range = keys.after(PagePosition.resumed(rows.schema(), scan));
        Value[] parts = new Value[keys.partCount()];
        ByteReader in = database.scratch().reader();
        try (Cursor cursor =
                database.store().cursor(index == null ? Family.ROWS : Family.INDEXES, range, Cursor.Use.SCAN)) {
            boolean found = cursor.next();
            byte[] partition = new byte[0];
            while (found && !page.isFull()) {
                if (!startsWith(cursor, partition)) {
                    partition = partition(keys, cursor, in);
                    keys.read(in.reset(cursor.key(), 0, cursor.keyLength()), parts);
                    if (!inSegment(parts[0], scan.segment())) {
                        found = skip(cursor, partition);
                        continue;
                    }
                } else {
                    keys.readRest(in.reset(cursor.key(), partition.length, cursor.keyLength()), parts);
                }
                page.add(items.read(in.reset(cursor.value(), 0, cursor.valueLength()), parts));
                found = !page.isFull() && cursor.next();
            }
        }
        return page.build();
    }

    private static byte[] partition(KeyLayout keys, Cursor cursor, ByteReader in) {
        int length = keys.partitionLength(in.reset(cursor.key(), 0, cursor.keyLength()));
        return Arrays.copyOf(cursor.key(), length);
    }

    private static boolean startsWith(Cursor cursor, byte[] prefix) {
        return prefix.length > 0
                && cursor.keyLength() >= prefix.length
                && Arrays.equals(cursor.key(), 0, prefix.length, prefix, 0, prefix.length);
    }

    /**
     * Returns whether the segment contains the partition. A whole partition belongs to one segment, the same one as on
     * the memory engine.
     */
    private static boolean inSegment(Value partition, Scan.Segment segment) {
        return segment.total() == 1
                || Long.remainderUnsigned(Fingerprint.of(partition.toString()), segment.total()) == segment.number();
    }

    /** Moves to the next partition; returns false where there is none. */
    private static boolean skip(Cursor cursor, byte[] partition) {
        // One step first: in small partitions a seek costs more than it saves.
        return cursor.next()
                && (!startsWith(cursor, partition)
                        || cursor.seek(KeyRange.of(partition).to()));
    }
}
