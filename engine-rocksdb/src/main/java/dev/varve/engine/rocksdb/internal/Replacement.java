package dev.varve.engine.rocksdb.internal;

import dev.varve.core.feed.Change.Cause;
import dev.varve.core.item.Item;
import dev.varve.core.table.TableSchema;
import dev.varve.engine.rocksdb.internal.codec.ByteWriter;
import dev.varve.engine.rocksdb.internal.codec.ChangeEntry;
import dev.varve.engine.rocksdb.internal.store.Family;
import dev.varve.engine.rocksdb.internal.store.WriteSet;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Puts one item in the place of another: the row, its index entries, its expiry entry and the change, in one commit. */
final class Replacement {

    private final Rows rows;
    private final Scratch scratch;
    private final WriteSet changes;
    private final Instant at;

    Replacement(Rows rows, Scratch scratch, WriteSet changes, Instant at) {
        this.rows = rows;
        this.scratch = scratch;
        this.changes = changes;
        this.at = at;
    }

    /**
     * Adds what it takes to the commit.
     *
     * @param row what lies there
     * @param seen whether readers saw it, so that the change tells of it; an expired item is not seen
     * @param after the item to store, null for none
     */
    void add(Row row, boolean seen, @Nullable Item after, Cause cause) {
        ByteWriter rowKey = scratch.rowKey();
        rows.keys().row(rowKey, row.key());
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
            for (Rows.Index index : rows.indexes()) {
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

    private void index(Rows.Index index, Row row, @Nullable Item after) {
        ByteWriter newKey = scratch.otherKey();
        boolean is = index.writeKey(newKey, row.key(), after);
        ByteWriter newImage = scratch.image();
        if (is) {
            index.writeImage(newImage, Objects.requireNonNull(after));
        }
        if (row.item() != null) {
            ByteWriter oldKey = scratch.oldKey();
            if (index.writeKey(oldKey, row.key(), row.item())) {
                if (!is || !isSame(oldKey, newKey)) {
                    changes.delete(Family.INDEXES, oldKey);
                } else if (isUnchanged(index, row.item(), newImage)) {
                    return;
                }
            }
        }
        if (is) {
            changes.put(Family.INDEXES, newKey, newImage);
        }
    }

    private boolean isUnchanged(Rows.Index index, Item before, ByteWriter newImage) {
        ByteWriter oldImage = scratch.oldImage();
        index.writeImage(oldImage, before);
        return isSame(oldImage, newImage);
    }

    private static boolean isSame(ByteWriter a, ByteWriter b) {
        return Arrays.equals(a.array(), 0, a.length(), b.array(), 0, b.length());
    }

    private void expiry(ByteWriter rowKey, @Nullable Long before, @Nullable Long after) {
        if (Objects.equals(before, after)) {
            return;
        }
        ByteWriter empty = scratch.image();
        if (before != null) {
            ByteWriter key = scratch.otherKey();
            Rows.expiryKey(key, before, rowKey);
            changes.delete(Family.EXPIRY, key);
        }
        if (after != null) {
            ByteWriter key = scratch.otherKey();
            Rows.expiryKey(key, after, rowKey);
            changes.put(Family.EXPIRY, key, empty);
        }
    }
}
