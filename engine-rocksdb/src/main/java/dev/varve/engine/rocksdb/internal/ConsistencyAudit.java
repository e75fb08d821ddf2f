package dev.varve.engine.rocksdb.internal;

import dev.varve.engine.rocksdb.AuditReport;
import dev.varve.engine.rocksdb.internal.codec.ByteReader;
import dev.varve.engine.rocksdb.internal.codec.ByteWriter;
import dev.varve.engine.rocksdb.internal.codec.KeyRange;
import dev.varve.engine.rocksdb.internal.store.Cursor;
import dev.varve.engine.rocksdb.internal.store.Family;
import dev.varve.engine.rocksdb.internal.store.StoreTime;
import dev.varve.error.Unavailable;
import dev.varve.error.VarveException;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.table.Key;
import dev.varve.table.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks that all records agree. Every row must have its index and expiry entries, and the total counts must match, so
 * there are no other entries. The newest change of a row must match the row.
 */
final class ConsistencyAudit {

    private static final int MAX_PROBLEMS = 100;
    /** The range of all keys: no key begins with FF FF. */
    private static final KeyRange EVERYTHING = new KeyRange(new byte[0], new byte[] {(byte) 0xFF, (byte) 0xFF});

    private final RocksDbDatabase database;
    private final List<String> problems = new ArrayList<>();
    private long rowCount;
    private long indexCount;
    private long expiryCount;
    private long changeCount;

    ConsistencyAudit(RocksDbDatabase database) {
        this.database = database;
    }

    AuditReport run() {
        try (StoreTime moment = database.store().moment()) {
            for (StoredRows rows : database.catalog().all()) {
                long before = rowCount;
                rows(moment, rows);
                if (rows.schema().changes() == TableSchema.Changes.KEPT) {
                    changeCount += new LogAudit(moment, rows, database.now(), this::problem).run(rowCount - before);
                }
            }
            expect("index entries", indexCount, count(moment, Family.INDEXES));
            expect("expiry entries", expiryCount, count(moment, Family.EXPIRY));
            new JournalAudit(moment, database.catalog(), this::problem).run(EVERYTHING);
        } catch (VarveException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw e;
            }
            problem(String.valueOf(e.getMessage()));
        }
        return new AuditReport(rowCount, indexCount, expiryCount, changeCount, problems);
    }

    /** Ends an audit whose thread is interrupted: it reads the whole database, and nobody wants the result any more. */
    static void requireWanted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new Unavailable("rocksdb.interrupted", "the audit was interrupted");
        }
    }

    private void problem(String what) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(what);
        }
    }

    private void expect(String what, long expected, long found) {
        if (expected != found) {
            problem("the rows require %d %s, but there are %d".formatted(expected, what, found));
        }
    }

    private static long count(StoreTime moment, Family family) {
        long count = 0;
        try (Cursor cursor = moment.cursor(family, EVERYTHING)) {
            while (cursor.next()) {
                requireWanted();
                count++;
            }
        }
        return count;
    }

    private void rows(StoreTime moment, StoredRows rows) {
        try (Cursor cursor = moment.cursor(Family.ROWS, rows.keys().all())) {
            while (cursor.next()) {
                requireWanted();
                rowCount++;
                row(moment, rows, cursor);
            }
        }
    }

    private void row(StoreTime moment, StoredRows rows, Cursor cursor) {
        String name = rows.schema().name();
        byte[] rowKey = Arrays.copyOf(cursor.key(), cursor.keyLength());
        Key key = rows.readKey(new ByteReader(rowKey));
        Item item = rows.read(new ByteReader().reset(cursor.value(), 0, cursor.valueLength()), key);
        int size = recount(item);
        if (size != item.size()) {
            problem("row %s of table %s records a size of %d bytes, but has %d"
                    .formatted(key, name, item.size(), size));
        }
        for (StoredRows.Index index : rows.indexes()) {
            byte[] entryKey = index.key(key, item);
            if (entryKey != null) {
                ByteWriter image = new ByteWriter(1024);
                index.writeImage(image, item);
                indexCount++;
                if (!Arrays.equals(image.toBytes(), moment.get(Family.INDEXES, entryKey))) {
                    problem("row %s of table %s has no equal entry in index %s"
                            .formatted(key, name, index.schema().name()));
                }
            }
        }
        expiry(moment, rows, rowKey, key, rows.expirySecond(item));
    }

    private void expiry(StoreTime moment, StoredRows rows, byte[] rowKey, Key key, @Nullable Long second) {
        if (second != null) {
            expiryCount++;
            if (moment.get(Family.EXPIRY, StoredRows.expiryKey(second, rowKey)) == null) {
                problem("row %s of table %s expires, but has no expiry entry"
                        .formatted(key, rows.schema().name()));
            }
        }
    }

    private static int recount(Item item) {
        String[] names = item.names().toArray(String[]::new);
        Value[] values = new Value[names.length];
        Arrays.setAll(values, item::valueAt);
        return Item.wrap(names, values).size();
    }
}
