package dev.varve.engine.rocksdb.internal.codec;

import dev.varve.item.Item;
import dev.varve.item.Value;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Encodes items without the attributes that the record's key holds: a version, the size by DynamoDB's rules, the list
 * of attributes, their values. Safe for several threads.
 */
public final class ItemCodec {

    static final int VERSION = 1;

    /** The size of the shape cache. Shapes with the same cache slot replace each other. */
    private static final int SHAPES = 256;

    private final Names dictionary;
    private final String[] keyNames;
    private final String[] distinctKeys;
    private final AtomicReferenceArray<StoredShape> shapes = new AtomicReferenceArray<>(SHAPES);
    /** The shape of the last item read: neighbouring rows mostly have the same shape. */
    private volatile @Nullable StoredShape last;

    public ItemCodec(Names dictionary, KeyLayout keys) {
        this.dictionary = dictionary;
        this.keyNames = keys.names();
        this.distinctKeys = Arrays.stream(keyNames).distinct().toArray(String[]::new);
    }

    public void write(ByteWriter out, Item item) {
        int count = item.attributeCount();
        int keys = 0;
        for (String keyName : distinctKeys) {
            keys += item.has(keyName) ? 1 : 0;
        }
        out.u8(VERSION).varint(item.size()).varint(count - keys);
        for (int i = 0; i < count; i++) {
            String name = item.nameAt(i);
            if (!isKey(name)) {
                writeName(out, name);
            }
        }
        for (int i = 0; i < count; i++) {
            if (!isKey(item.nameAt(i))) {
                ValueBytes.write(out, item.valueAt(i));
            }
        }
    }

    private void writeName(ByteWriter out, String name) {
        int number = dictionary.numberOf(name);
        if (number == Names.NONE) {
            out.u8(0).sizedUtf8(name);
        } else {
            out.varint(number + 1);
        }
    }

    private boolean isKey(String name) {
        for (String keyName : distinctKeys) {
            if (keyName.equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** Reads an item; {@code keys} holds the parts of the record's key. */
    public Item read(ByteReader in, Value[] keys) {
        if (in.u8() != VERSION) {
            throw in.damaged("is of an unknown version");
        }
        long size = in.varint();
        if (size < 0 || size > Integer.MAX_VALUE) {
            throw in.damaged("has size " + Long.toUnsignedString(size));
        }
        StoredShape shape = shape(in);
        Value[] values = new Value[shape.names.length];
        int[] keySlots = shape.keySlots;
        for (int i = 0; i < keySlots.length; i++) {
            values[keySlots[i]] = keys[i];
        }
        for (int slot : shape.slots) {
            values[slot] = ValueBytes.read(in);
        }
        in.requireEnd();
        return Item.wrap(shape.names, values, (int) size);
    }

    private StoredShape shape(ByteReader in) {
        StoredShape latest = last;
        if (latest != null && latest.skip(in)) {
            return latest;
        }
        StoredShape shape = findShape(in);
        last = shape;
        return shape;
    }

    private StoredShape findShape(ByteReader in) {
        int start = in.position();
        int hash = hash(in, in.count());
        int place = (hash ^ (hash >>> 16)) & (SHAPES - 1);
        StoredShape known = shapes.get(place);
        if (known != null && known.isAt(in.array(), start, in.position())) {
            return known;
        }
        in.moveTo(start);
        StoredShape shape = StoredShape.read(in, dictionary, keyNames);
        shapes.set(place, shape);
        return shape;
    }

    /** Skips the list of attributes and returns its hash. */
    private static int hash(ByteReader in, int count) {
        int hash = count;
        for (int i = 0; i < count; i++) {
            long reference = in.varint();
            hash = hash * 31 + (int) reference;
            if (reference == 0) {
                int length = in.count();
                hash = hash * 31 + length;
                in.skip(length);
            }
        }
        return hash;
    }
}
