package dev.varve.engine.rocksdb.internal;

import dev.varve.item.Item;
import dev.varve.table.Key;
import org.jspecify.annotations.Nullable;

/** A key and the item stored under it, if any, expired or not. */
final class Row {

    private final Key key;
    private final byte[] rowKey;
    private final byte @Nullable [] bytes;
    private final @Nullable Item item;

    Row(Key key, byte[] rowKey, byte @Nullable [] bytes, @Nullable Item item) {
        this.key = key;
        this.rowKey = rowKey;
        this.bytes = bytes;
        this.item = item;
    }

    Key key() {
        return key;
    }

    /** Returns the key as bytes. */
    byte[] rowKey() {
        return rowKey;
    }

    /** Returns the item as bytes, or null where there is none. */
    byte @Nullable [] bytes() {
        return bytes;
    }

    @Nullable
    Item item() {
        return item;
    }
}
