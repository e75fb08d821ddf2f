package dev.varve.engine.rocksdb.internal;

import dev.varve.engine.rocksdb.internal.codec.ByteReader;
import dev.varve.engine.rocksdb.internal.codec.ByteWriter;
import dev.varve.engine.rocksdb.internal.codec.ItemCodec;
import dev.varve.engine.rocksdb.internal.codec.KeyLayout;
import dev.varve.engine.rocksdb.internal.codec.MetaKeys;
import dev.varve.engine.rocksdb.internal.codec.Names;
import dev.varve.engine.rocksdb.internal.codec.SchemaBytes.Numbered;
import dev.varve.engine.rocksdb.internal.store.LogTail;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.table.IndexSchema;
import dev.varve.table.Key;
import dev.varve.table.TableSchema;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How the records of one table look: its rows, its index entries, its expiry entries. */
final class StoredRows {

    private static final BigDecimal LAST_SECOND = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal FIRST_SECOND = BigDecimal.valueOf(Long.MIN_VALUE);

    /** The layout of one index: its keys and its images. */
    static final class Index {
        private final IndexSchema schema;
        private final KeyLayout keys;
        private final ItemCodec items;
        private final @Nullable Set<String> projected;

        Index(IndexSchema schema, KeyLayout keys, ItemCodec items, @Nullable Set<String> projected) {
            this.schema = schema;
            this.keys = keys;
            this.items = items;
            this.projected = projected;
        }

        IndexSchema schema() {
            return schema;
        }

        KeyLayout keys() {
            return keys;
        }

        ItemCodec items() {
            return items;
        }

        /** Returns the entry's key, or null if the item is not in the index. */
        byte @Nullable [] key(Key row, @Nullable Item item) {
            Key target = item == null ? null : schema.key().keyOf(item);
            return target == null ? null : keys.entry(target, row);
        }

        void writeImage(ByteWriter out, Item item) {
            items.write(out, projected == null ? item : item.only(projected));
        }
    }

    private final TableSchema schema;
    private final KeyLayout keys;
    private final ItemCodec items;
    private final List<Index> indexes = new ArrayList<>();
    private final LogTail tail;

    StoredRows(Numbered table, Names names, LogTail tail) {
        this.schema = table.schema();
        this.keys = KeyLayout.ofTable(table.tableId(), schema.key());
        this.items = new ItemCodec(names, keys);
        this.tail = tail;
        for (int i = 0; i < schema.indexes().size(); i++) {
            IndexSchema index = schema.indexes().get(i);
            KeyLayout layout = KeyLayout.ofIndex(table.indexIds().get(i), index.key(), schema.key());
            indexes.add(new Index(index, layout, new ItemCodec(names, layout), schema.projected(index)));
        }
    }

    TableSchema schema() {
        return schema;
    }

    KeyLayout keys() {
        return keys;
    }

    ItemCodec items() {
        return items;
    }

    List<Index> indexes() {
        return indexes;
    }

    Index index(String name) {
        for (Index index : indexes) {
            if (index.schema.name().equals(name)) {
                return index;
            }
        }
        throw new IllegalArgumentException("no index " + name);
    }

    LogTail tail() {
        return tail;
    }

    /** Reads the item under this key from its bytes. */
    Item read(ByteReader in, Key key) {
        Value sort = key.sort();
        return items.read(in, sort == null ? new Value[] {key.partition()} : new Value[] {key.partition(), sort});
    }

    /** Reads the key of a row from its bytes. */
    Key readKey(ByteReader in) {
        Value[] parts = new Value[keys.partCount()];
        keys.read(in, parts);
        return new Key(parts[0], parts.length == 1 ? null : parts[1]);
    }

    /** Returns the first second at which this item is expired, or null if it never expires. */
    @Nullable
    Long expirySecond(@Nullable Item item) {
        if (item == null
                || schema.ttlAttribute() == null
                || !(item.value(schema.ttlAttribute()) instanceof Num expiry)) {
            return null;
        }
        BigDecimal second = expiry.value().setScale(0, RoundingMode.CEILING);
        return second.compareTo(LAST_SECOND) > 0
                ? null
                : second.max(FIRST_SECOND).longValueExact();
    }

    /** Returns the key of an expiry entry: the second, then the key of the row. */
    static byte[] expiryKey(long second, byte[] rowKey) {
        byte[] key = new byte[Long.BYTES + rowKey.length];
        ByteWriter.put64(key, 0, MetaKeys.ordered(second));
        System.arraycopy(rowKey, 0, key, Long.BYTES, rowKey.length);
        return key;
    }
}
