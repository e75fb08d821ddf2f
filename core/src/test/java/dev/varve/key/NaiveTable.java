package dev.varve.key;

import dev.varve.key.internal.LayoutKey;
import dev.varve.key.internal.PartitionSlice;
import dev.varve.key.internal.RangeStep;
import dev.varve.key.internal.SortBounds;
import dev.varve.key.internal.SortKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A naive model of a DynamoDB table: partitions of items sorted by the bytes of their sort keys, read by one condition.
 */
public final class NaiveTable<T> {

    public static final Comparator<String> UTF_8 =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    private static final Comparator<SortKey> SORT_ORDER = (a, b) -> {
        if (a instanceof SortKey.Text here && b instanceof SortKey.Text there) {
            return UTF_8.compare(here.text(), there.text());
        }
        if (a instanceof SortKey.Epoch here && b instanceof SortKey.Epoch there) {
            return Long.compare(here.number(), there.number());
        }
        if (a instanceof SortKey.None && b instanceof SortKey.None) {
            return 0;
        }
        throw new AssertionError(a + " and " + b + " are of different types");
    };

    private final Map<String, TreeMap<SortKey, T>> partitions = new HashMap<>();

    /** Puts an item and returns whether the key was free. */
    public boolean put(LayoutKey key, T item) {
        return partitions
                        .computeIfAbsent(key.partition(), partition -> new TreeMap<>(SORT_ORDER))
                        .putIfAbsent(key.sort(), item)
                == null;
    }

    /** Returns the items of one slice, in order. */
    public SortedMap<SortKey, T> query(PartitionSlice slice) {
        TreeMap<SortKey, T> partition = partitions.getOrDefault(slice.partition(), new TreeMap<>(SORT_ORDER));
        if (slice.bounds() instanceof SortBounds.Between between) {
            if (SORT_ORDER.compare(between.atLeast(), between.atMost()) > 0) {
                throw new AssertionError("bounds are in the wrong order: " + between);
            }
            return new TreeMap<>(partition.subMap(between.atLeast(), true, between.atMost(), true));
        }
        return partition;
    }

    /** Returns the items of a step, merged by sort key. */
    public List<T> query(RangeStep step) {
        var merged = new TreeMap<SortKey, T>(SORT_ORDER);
        for (PartitionSlice slice : step.slices()) {
            query(slice).forEach((sort, item) -> {
                if (merged.put(sort, item) != null) {
                    throw new AssertionError("sort key " + sort + " is in two shards of one step");
                }
            });
        }
        return new ArrayList<>(merged.values());
    }
}
