package dev.varve.engine.rocksdb.internal;

import dev.varve.engine.rocksdb.internal.codec.ByteReader;
import dev.varve.engine.rocksdb.internal.codec.ByteWriter;
import dev.varve.engine.rocksdb.internal.codec.KeyRange;
import dev.varve.engine.rocksdb.internal.codec.MetaKeys;
import dev.varve.engine.rocksdb.internal.store.Cursor;
import dev.varve.engine.rocksdb.internal.store.Family;
import dev.varve.engine.rocksdb.internal.store.KeyLocks.Held;
import dev.varve.engine.rocksdb.internal.store.WriteSet;
import dev.varve.feed.Change.Cause;
import dev.varve.internal.Fingerprint;
import dev.varve.table.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One pass over the due expiry entries: removes the expired items and records their expiry in the change feed. */
final class Sweep {

    /** Items removed in one commit. */
    private static final int GROUP = 128;

    /** An item whose expiry entry is due. */
    private static final class Due {
        private final StoredRows rows;
        private final byte[] rowKey;

        Due(StoredRows rows, byte[] rowKey) {
            this.rows = rows;
            this.rowKey = rowKey;
        }
    }

    private final RocksDbDatabase database;
    private final Instant now;
    private final byte[] end;
    private byte[] next = new byte[0];
    private long removed;

    Sweep(RocksDbDatabase database, Instant now) {
        this.database = database;
        this.now = now;
        this.end = new ByteWriter(Long.BYTES)
                .u64(MetaKeys.ordered(now.getEpochSecond() + 1))
                .toBytes();
    }

    /** Returns the number of items removed so far. */
    long removed() {
        return removed;
    }

    /** Removes the next group; returns whether there may be more. */
    boolean step() {
        List<Due> group = new ArrayList<>();
        try (Cursor cursor = database.store().cursor(Family.EXPIRY, new KeyRange(next, end), Cursor.Use.SCAN)) {
            while (group.size() < GROUP && cursor.next()) {
                group.add(due(cursor));
                next = KeyRange.successor(Arrays.copyOf(cursor.key(), cursor.keyLength()));
            }
        }
        if (!group.isEmpty()) {
            remove(group);
        }
        return group.size() == GROUP;
    }

    private Due due(Cursor cursor) {
        ByteReader in = new ByteReader().reset(cursor.key(), Long.BYTES, cursor.keyLength());
        byte[] rowKey = in.bytes(in.remaining());
        int tableId = new ByteReader(rowKey).u16();
        StoredRows rows = database.catalog().find(tableId);
        if (rows == null) {
            throw in.damaged("is an expiry entry of table " + tableId + ", which is not in the catalogue");
        }
        return new Due(rows, rowKey);
    }

    private void remove(List<Due> group) {
        try (Held locks = database.locks()
                .hold(group.stream()
                        .mapToLong(due -> Fingerprint.of(due.rowKey))
                        .toArray())) {
            WriteSet changes = database.scratch().changes();
            for (Due due : group) {
                Key key = due.rows.readKey(new ByteReader(due.rowKey));
                Row row = new RocksDbReads(database, due.rows).row(key, due.rowKey);
                // Checked again under the lock: the item may have been written or removed since the entry was read.
                if (row.item() != null && due.rows.schema().isExpired(row.item(), now)) {
                    new Replacement(due.rows, database.scratch(), changes, now).add(row, true, null, Cause.EXPIRY);
                    removed++;
                }
            }
            database.store().committer().commitMakingRoom(changes);
        }
    }
}
