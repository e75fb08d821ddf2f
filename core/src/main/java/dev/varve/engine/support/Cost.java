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

/** Computes capacity units by DynamoDB's billing rules. */
public final class Cost {

    /** A read unit reads up to 4 KB with strong consistency, or up to 8 KB with eventual consistency. */
    public static final int READ_UNIT_BYTES = 4 * 1024;
    /** A write unit writes up to 1 KB. */
    public static final int WRITE_UNIT_BYTES = 1024;

    private Cost() {}

    /** Returns the units for reading this many bytes in one request; a read that finds nothing costs the minimum. */
    public static double readUnits(long bytes, Consistency consistency) {
        long started = Math.max(1, (bytes + READ_UNIT_BYTES - 1) / READ_UNIT_BYTES);
        return consistency == Consistency.STRONG ? started : started / 2.0;
    }

    /** Returns the units for writing this many bytes. */
    public static double writeUnits(long bytes) {
        return Math.max(1, (bytes + WRITE_UNIT_BYTES - 1) / WRITE_UNIT_BYTES);
    }

    /** Returns the cost of reading this item; null means that there is none. */
    public static Capacity read(@Nullable Item stored, Consistency consistency) {
        return Capacity.of(Units.reads(readUnits(size(stored), consistency)));
    }

    /** Returns the cost of reading this item in a transaction; null means that there is none. */
    public static Capacity transactRead(@Nullable Item stored) {
        return twice(read(stored, Consistency.STRONG));
    }

    /**
     * Returns the cost of replacing one image of an item with another, for the table and its indexes; null means no
     * image. An index costs nothing if its image does not change, and twice as much if its key changes.
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
     * Returns the cost of a write whose condition failed for this item. DynamoDB bills the larger of the stored item
     * and the item to put, but does not report it.
     */
    public static Capacity failedWrite(Write write, @Nullable Item stored) {
        int put = write instanceof Put attempted ? attempted.item().size() : 0;
        return Capacity.of(Units.writes(writeUnits(Math.max(size(stored), put))));
    }

    /**
     * Returns the cost of a condition check that held for this item, before doubling: a write unit per started 4 KB.
     */
    public static Capacity check(@Nullable Item stored) {
        return Capacity.of(Units.writes(readUnits(size(stored), Consistency.STRONG)));
    }

    /**
     * Returns the cost of a write whose transaction another action cancelled, before doubling. The stored item is not
     * known in that case.
     */
    public static Capacity attempted(Write write) {
        return failedWrite(write, null);
    }

    /** Returns twice the capacity, which transactions cost. */
    public static Capacity twice(Capacity capacity) {
        return capacity.plus(capacity);
    }

    private static int size(@Nullable Item item) {
        return item == null ? 0 : item.size();
    }
}
