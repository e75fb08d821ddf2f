package dev.varve.engine.rocksdb.internal;

import dev.varve.engine.rocksdb.internal.codec.ByteWriter;
import dev.varve.engine.rocksdb.internal.codec.ChangeEntry;
import dev.varve.engine.rocksdb.internal.store.Family;
import dev.varve.engine.rocksdb.internal.store.WriteSet;
import dev.varve.feed.Change.Cause;
import dev.varve.item.Item;
import dev.varve.table.TableSchema;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Replaces one item by another: its row, index entries, expiry entry and change, in one commit. */
final class Replacement {

    private final StoredRows rows;
    private final Scratch scratch;
    private final WriteSet changes;
    private final Instant at;

    Replacement(StoredRows rows, Scratch scratch, WriteSet changes, Instant at) {
        this.rows = rows;
        this.scratch = scratch;
        this.changes = changes;
        this.at = at;
    }

    /**
     * Adds the replacement to the commit.
     *
     * @param row the stored row
     * @param seen whether readers saw the stored item, so that it becomes the old image of the change; an expired item
     *     is not seen
     * @param after the item to store, null for none
     */
    void add(Row row, boolean seen, @Nullable Item after, Cause cause) {
        byte[] rowKey = row.rowKey();
        ByteWriter image = null;
        if (after != null) {
            image = scratch.row();
            rows.items().write(image, after);
        }
        boolean same = isSame(row.bytes(), image);
        if (!same) {
            if (image != null) {
                changes.put(Family.ROWS, rowKey, image);
            } else {
                changes.delete(Family.ROWS, rowKey);
            }
            for (StoredRows.Index index : rows.indexes()) {
                index(index, row, after);
            }
            expiry(rowKey, rows.expirySecond(row.item()), rows.expirySecond(after));
        }
        byte[] before = seen ? row.bytes() : null;
        boolean changed = same ? before == null && image != null : before != null || image != null;
        if (changed && rows.schema().changes() == TableSchema.Changes.KEPT) {
            ByteWriter entry = scratch.image();
            ChangeEntry.write(entry, cause, at, rowKey, before, image);
            changes.change(rows.tail(), entry);
        }
    }

    private static boolean isSame(byte @Nullable [] before, @Nullable ByteWriter after) {
        if (before == null || after == null) {
            return before == null && after == null;
        }
        return Arrays.equals(before, 0, before.length, after.array(), 0, after.length());
    }

    private void index(StoredRows.Index index, Row row, @Nullable Item after) {
        byte[] oldKey = index.key(row.key(), row.item());
        byte[] newKey = index.key(row.key(), after);
        boolean stays = oldKey != null && Arrays.equals(oldKey, newKey);
        if (oldKey != null && !stays) {
            changes.delete(Family.INDEXES, oldKey);
        }
        if (newKey != null && after != null) {
            ByteWriter image = scratch.image();
            index.writeImage(image, after);
            if (!stays || !isUnchanged(index, row, image)) {
                changes.put(Family.INDEXES, newKey, image);
            }
        }
    }

    private boolean isUnchanged(StoredRows.Index index, Row row, ByteWriter newImage) {
        ByteWriter oldImage = scratch.oldImage();
        index.writeImage(oldImage, Objects.requireNonNull(row.item()));
        return Arrays.equals(oldImage.array(), 0, oldImage.length(), newImage.array(), 0, newImage.length());
    }

    private void expiry(byte[] rowKey, @Nullable Long before, @Nullable Long after) {
        if (Objects.equals(before, after)) {
            return;
        }
        if (before != null) {
            changes.delete(Family.EXPIRY, StoredRows.expiryKey(before, rowKey));
        }
        if (after != null) {
            changes.put(Family.EXPIRY, StoredRows.expiryKey(after, rowKey), scratch.image());
        }
    }
}
