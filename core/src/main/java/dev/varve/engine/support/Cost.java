package dev.varve.engine.support;

import dev.varve.item.Item;
import dev.varve.table.Capacity;
import dev.varve.table.Capacity.Units;
import dev.varve.table.Consistency;
import dev.varve.table.IndexSchema;
import dev.varve.table.Put;
import dev.varve.table.TableSchema;
import dev.varve.table.Write;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** DynamoDB's prices in capacity units. */
public final class Cost {

    /** A read unit reads up to 4 KB consistently, or twice that eventually. */
    public static final int READ_UNIT_BYTES = 4 * 1024;
    /** A write unit writes up to 1 KB. */
    public static final int WRITE_UNIT_BYTES = 1024;

    private Cost() {}

    /** Returns the units for reading this many bytes in one request; nothing found costs as much as something small. */
    public static double readUnits(long bytes, Consistency consistency) {
        long started = Math.max(1, (bytes + READ_UNIT_BYTES - 1) / READ_UNIT_BYTES);
        return consistency == Consistency.STRONG ? started : started / 2.0;
    }

    /** Returns the units for writing this many bytes. */
    public static double writeUnits(long bytes) {
        return Math.max(1, (bytes + WRITE_UNIT_BYTES - 1) / WRITE_UNIT_BYTES);
    }

    /** Returns what reading this item costs; null stands for none. */
    public static Capacity read(@Nullable Item stored, Consistency consistency) {
        return Capacity.of(Units.reads(readUnits(size(stored), consistency)));
    }

    /** Returns what reading this item in a transaction costs; null stands for none. */
    public static Capacity transactRead(@Nullable Item stored) {
        return twice(read(stored, Consistency.STRONG));
    }

    /**
     * Returns what replacing one image of an item by another costs the table and its indexes; null stands for none. An
     * index pays only if what it holds changes, and twice if the item moves in it.
     */
    public static Capacity write(TableSchema schema, @Nullable Item before, @Nullable Item after) {
        Units table = Units.writes(writeUnits(Math.max(size(before), size(after))));
        if (schema.indexes().isEmpty()) {
            return Capacity.of(table);
        }
        Map<String, Units> indexes = new HashMap<>();
        for (IndexSchema index : schema.indexes()) {
            indexes.put(index.name(), Units.writes(indexWrite(schema, index, before, after)));
        }
        return new Capacity(table, indexes);
    }

    private static double indexWrite(
            TableSchema schema, IndexSchema index, @Nullable Item before, @Nullable Item after) {
        Item old = schema.imageIn(index, before);
        Item now = schema.imageIn(index, after);
        if (Objects.equals(old, now)) {
            return 0;
        }
        if (old == null || now == null) {
            return writeUnits(Math.max(size(old), size(now)));
        }
        boolean moved = !Objects.equals(index.key().keyOf(old), index.key().keyOf(now));
        return moved ? writeUnits(size(old)) + writeUnits(size(now)) : writeUnits(Math.max(size(old), size(now)));
    }

    /**
     * Returns what a write costs whose condition did not hold for this item. DynamoDB bills it by the larger of what is
     * there and what was to be put, and reports nothing.
     */
    public static Capacity failedWrite(Write write, @Nullable Item stored) {
        int put = write instanceof Put attempted ? attempted.item().size() : 0;
        return Capacity.of(Units.writes(writeUnits(Math.max(size(stored), put))));
    }

    /**
     * Returns what a check costs that held for this item, before doubling: a write unit for each started 4 KB, the size
     * of a read.
     */
    public static Capacity check(@Nullable Item stored) {
        return Capacity.of(Units.writes(readUnits(size(stored), Consistency.STRONG)));
    }

    /**
     * Returns what a write costs that was ready to happen, but whose transaction was cancelled by another, before
     * doubling: the stored item is not known then.
     */
    public static Capacity attempted(Write write) {
        return failedWrite(write, null);
    }

    /** Returns the double, which is what transactions cost. */
    public static Capacity twice(Capacity capacity) {
        return capacity.plus(capacity);
    }

    private static int size(@Nullable Item item) {
        return item == null ? 0 : item.size();
    }
}
