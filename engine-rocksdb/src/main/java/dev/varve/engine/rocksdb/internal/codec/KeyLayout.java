package dev.varve.engine.rocksdb.internal.codec;

import dev.varve.engine.support.PagePosition;
import dev.varve.item.Value;
import dev.varve.table.Condition.Operator;
import dev.varve.table.Key;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.Query;
import dev.varve.table.SortCondition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The key format of a table's rows or an index's entries: a two-byte id of the table or index, the partition, the sort
 * value and, in an index, the key of the row. A partition is contiguous, in the order of its sort values.
 */
public final class KeyLayout {

    /** Two bytes without FFFF, so that every prefix has a first key above it. */
    public static final int MAX_ID = 0xFFFE;

    private static final int ID_BYTES = 2;
    private static final int TYPICAL_BYTES = 96;

    private final int id;
    private final List<KeyAttribute> parts;
    private final boolean isIndex;

    private KeyLayout(int id, List<KeyAttribute> parts, boolean isIndex) {
        this.id = id;
        this.parts = List.copyOf(parts);
        this.isIndex = isIndex;
    }

    public static KeyLayout ofTable(int id, KeySchema table) {
        return new KeyLayout(id, attributes(table), false);
    }

    public static KeyLayout ofIndex(int id, KeySchema index, KeySchema table) {
        List<KeyAttribute> parts = new ArrayList<>(attributes(index));
        parts.addAll(attributes(table));
        return new KeyLayout(id, parts, true);
    }

    private static List<KeyAttribute> attributes(KeySchema schema) {
        return schema.sort() == null ? List.of(schema.partition()) : List.of(schema.partition(), schema.sort());
    }

    public int id() {
        return id;
    }

    /** Returns the names of the attributes in the order of the key's bytes; an index may hold one twice. */
    String[] names() {
        return parts.stream().map(KeyAttribute::name).toArray(String[]::new);
    }

    public int partCount() {
        return parts.size();
    }

    /** Returns the key of a row. */
    public byte[] row(Key key) {
        ByteWriter out = partition(key.partition());
        if (key.sort() != null) {
            KeyBytes.last(out, key.sort());
        }
        return out.toBytes();
    }

    /** Returns the key of an index entry. */
    public byte[] entry(Key target, Key row) {
        ByteWriter out = partition(target.partition());
        if (target.sort() != null) {
            KeyBytes.inner(out, target.sort());
        }
        if (row.sort() == null) {
            KeyBytes.last(out, row.partition());
        } else {
            KeyBytes.inner(out, row.partition());
            KeyBytes.last(out, row.sort());
        }
        return out.toBytes();
    }

    private ByteWriter partition(Value partition) {
        ByteWriter out = new ByteWriter(TYPICAL_BYTES).u16(id);
        KeyBytes.inner(out, partition);
        return out;
    }

    /** Returns the range of all keys. */
    public KeyRange all() {
        return KeyRange.of(new ByteWriter(ID_BYTES).u16(id).toBytes());
    }

    /** Returns the range that a scan reads after this position. */
    public KeyRange after(@Nullable PagePosition position) {
        return position == null ? all() : new KeyRange(KeyRange.successor(key(position)), all().to());
    }

    /** Returns the common prefix of all keys of this partition. */
    public byte[] prefix(Value partition) {
        return partition(partition).toBytes();
    }

    /** Returns the range that a query reads, from its start or after this position. */
    public KeyRange range(byte[] prefix, Query query, @Nullable PagePosition after) {
        KeyRange range = range(prefix, query.sort());
        if (after == null) {
            return range;
        }
        return query.order() == Query.Order.ASCENDING
                ? new KeyRange(KeyRange.successor(key(after)), range.to())
                : new KeyRange(range.from(), key(after));
    }

    private KeyRange range(byte[] prefix, SortCondition condition) {
        KeyRange whole = KeyRange.of(prefix);
        if (condition instanceof SortCondition.BeginsWith begins) {
            ByteWriter out = new ByteWriter(TYPICAL_BYTES).bytes(prefix);
            if (isIndex) {
                KeyBytes.prefix(out, begins.prefix());
            } else {
                KeyBytes.last(out, begins.prefix());
            }
            return KeyRange.of(out.toBytes());
        }
        boolean above = condition instanceof SortCondition.Compare compare && compare.operator() == Operator.GREATER;
        boolean below = condition instanceof SortCondition.Compare compare && compare.operator() == Operator.LESS;
        return new KeyRange(
                condition.lowest() == null ? whole.from() : bound(prefix, condition.lowest(), above),
                condition.highest() == null ? whole.to() : bound(prefix, condition.highest(), !below));
    }

    /** Returns the bound before or after all keys with this sort value. */
    private byte[] bound(byte[] prefix, Value sort, boolean behind) {
        ByteWriter out = new ByteWriter(TYPICAL_BYTES).bytes(prefix);
        if (isIndex) {
            KeyBytes.inner(out, sort);
            return behind ? KeyRange.end(out.toBytes()) : out.toBytes();
        }
        KeyBytes.last(out, sort);
        return behind ? KeyRange.successor(out.toBytes()) : out.toBytes();
    }

    private byte[] key(PagePosition position) {
        return isIndex ? entry(position.target(), position.key()) : row(position.key());
    }

    /**
     * Returns the length of the id and the partition in this key. Rows with equal bytes up to there share a partition.
     */
    public int partitionLength(ByteReader in) {
        int start = in.position();
        in.skip(ID_BYTES);
        KeyBytes.skipInner(in, parts.get(0).type());
        return in.position() - start;
    }

    /** Reads all parts of a key. */
    public void read(ByteReader in, @Nullable Value[] values) {
        if (in.u16() != id) {
            throw in.damaged("has a key of another table than " + id);
        }
        values[0] = KeyBytes.readInner(in, parts.get(0).type());
        readRest(in, values);
    }

    /** Reads the parts of a key after its partition. */
    public void readRest(ByteReader in, @Nullable Value[] values) {
        int last = parts.size() - 1;
        for (int i = 1; i < last; i++) {
            values[i] = KeyBytes.readInner(in, parts.get(i).type());
        }
        if (last > 0) {
            values[last] = KeyBytes.readLast(in, parts.get(last).type());
        }
        in.requireEnd();
    }
}
