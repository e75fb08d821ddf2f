package dev.varve.memory;

import dev.varve.engine.support.PagePosition;
import dev.varve.internal.Fingerprint;
import dev.varve.item.Item;
import dev.varve.item.ValueOrder;
import dev.varve.table.IndexSchema;
import dev.varve.table.Key;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.TableSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The items of a table and of its indexes, sorted by key. */
final class SortedItems {

    private static final Comparator<Key> BY_KEY = (a, b) -> {
        int order = ValueOrder.compareKeys(a.partition(), b.partition());
        return order != 0 ? order : ValueOrder.compareKeys(a.sort(), b.sort());
    };

    /** Less than every valid key: keys are not empty, and texts come before numbers and bytes. */
    private static final Key LOWEST = Key.of("");

    private static final Comparator<PagePosition> BY_POSITION =
            Comparator.comparing(PagePosition::target, BY_KEY).thenComparing(PagePosition::key, BY_KEY);

    private final TableSchema schema;
    private final NavigableMap<PagePosition, Item> table = new TreeMap<>(BY_POSITION);
    private final Map<String, NavigableMap<PagePosition, Item>> indexes = new HashMap<>();

    SortedItems(TableSchema schema) {
        this.schema = schema;
        for (IndexSchema index : schema.indexes()) {
            indexes.put(index.name(), new TreeMap<>(BY_POSITION));
        }
    }

    @Nullable
    Item get(Key key) {
        return table.get(new PagePosition(key, key));
    }

    void replace(Key key, @Nullable Item before, @Nullable Item after) {
        PagePosition position = new PagePosition(key, key);
        if (after == null) {
            table.remove(position);
        } else {
            table.put(position, after);
        }
        for (IndexSchema index : schema.indexes()) {
            NavigableMap<PagePosition, Item> indexed = itemsOf(index.name());
            Item old = schema.imageIn(index, before);
            Item now = schema.imageIn(index, after);
            if (old != null) {
                indexed.remove(PagePosition.of(schema, index.name(), old));
            }
            if (now != null) {
                indexed.put(PagePosition.of(schema, index.name(), now), now);
            }
        }
    }

    /** Returns the items that a query examines, in its order, after a position. */
    List<Item> range(Query query, @Nullable PagePosition after) {
        List<Map.Entry<PagePosition, Item>> range = new ArrayList<>();
        for (Map.Entry<PagePosition, Item> entry : partition(query).entrySet()) {
            PagePosition at = entry.getKey();
            if (!at.target().partition().equals(query.partition())) {
                break;
            }
            if (at.target().sort() == null || query.sort().test(at.target().sort())) {
                range.add(entry);
            }
        }
        boolean descending = query.order() == Query.Order.DESCENDING;
        if (descending) {
            Collections.reverse(range);
        }
        Comparator<PagePosition> order = descending ? BY_POSITION.reversed() : BY_POSITION;
        return range.stream()
                .filter(entry -> after == null || order.compare(entry.getKey(), after) > 0)
                .map(Map.Entry::getValue)
                .toList();
    }

    private NavigableMap<PagePosition, Item> partition(Query query) {
        // A missing sort key comes first, so this position is before every item of the partition.
        Key first = new Key(query.partition(), query.sort().lowest());
        PagePosition below = new PagePosition(first, query.index() == null ? first : LOWEST);
        return itemsOf(query.index()).tailMap(below, true);
    }

    /** Returns the items that a scan examines, after a position. */
    List<Item> all(Scan scan, @Nullable PagePosition after) {
        return itemsOf(scan.index()).entrySet().stream()
                .filter(entry -> after == null || BY_POSITION.compare(entry.getKey(), after) > 0)
                .filter(entry -> inSegment(entry.getKey(), scan.segment()))
                .map(Map.Entry::getValue)
                .toList();
    }

    private static boolean inSegment(PagePosition at, Scan.Segment segment) {
        long hash = Fingerprint.of(at.target().partition().toString());
        return Long.remainderUnsigned(hash, segment.total()) == segment.number();
    }

    List<Item> expired(Instant now) {
        return table.values().stream()
                .filter(item -> schema.isExpired(item, now))
                .toList();
    }

    private NavigableMap<PagePosition, Item> itemsOf(@Nullable String index) {
        return index == null ? table : Objects.requireNonNull(indexes.get(index));
    }
}
