package dev.varve.entity.internal;

import dev.varve.error.Rejected;
import dev.varve.internal.range.RangeQuery;
import dev.varve.internal.range.RangeSteps;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.RecordMapping;
import dev.varve.item.Value;
import dev.varve.item.internal.MappingAccess;
import dev.varve.key.PartRange;
import dev.varve.key.PartType;
import dev.varve.key.Parts;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.PartitionSlice;
import dev.varve.schema.internal.KeyComponents;
import dev.varve.table.Condition;
import dev.varve.table.Key;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.table.internal.LayoutKeys;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The source of a query for records without a clock: keys of the table or of an index that begin with some parts.
 *
 * @param name the name of the declaration
 * @param read converts an item to a record
 * @param only a further condition for the items
 * @param index the index to read, or null for the table
 * @param own the layout of the table's keys; an item whose key does not match it is skipped
 * @param layout the keys in the table or the index
 * @param leading the given parts: all of the partition, and some of the sort key from the left
 */
public record EntitySource<R extends Record>(
        String name,
        RecordMapping<R> mapping,
        Function<Item, R> read,
        Condition only,
        Table table,
        int parallel,
        @Nullable String index,
        EntityLayout own,
        EntityLayout layout,
        Parts leading) {

    public EntitySource {
        if (index != null) {
            requireProjected(name, mapping, table.schema(), index);
        }
    }

    private static void requireProjected(String name, RecordMapping<?> mapping, TableSchema table, String index) {
        Set<String> held = table.projected(table.index(index));
        if (held != null && !held.containsAll(mapping.attributes())) {
            Set<String> missing = new TreeSet<>(mapping.attributes());
            missing.removeAll(held);
            throw new Rejected(
                    "entity.index-partial",
                    "index %s of table %s does not project %s, so entities of %s cannot be read from it: project all"
                                    .formatted(index, table.name(), missing, name)
                            + " attributes");
        }
    }

    public RangeQuery query(PartRange range) {
        List<PartitionSlice> slices = layout.slices(leading, range);
        String identity = name + " " + index + " " + slices.get(0) + " " + range;
        RangeQuery query = RangeQuery.of(table, RangeSteps.of(slices), identity, parallel)
                .where(only)
                .only(item -> isWanted(item, range));
        return index == null ? query : query.on(index);
    }

    private boolean isWanted(Item item, PartRange range) {
        Optional<Parts> key = LayoutKeys.written(table.schema().keyOf(item)).flatMap(own::match);
        if (key.isEmpty() || range.isAll()) {
            return key.isPresent();
        }
        Key place = index == null ? null : table.schema().index(index).key().keyOf(item);
        return (place == null ? key : LayoutKeys.written(place).flatMap(layout::match))
                .filter(range::holds)
                .isPresent();
    }

    /** Returns a value for the first part of the sort key that is not given. */
    public Parts next(Object value) {
        String part = nextPart();
        Value stored = MappingAccess.instance().component(mapping, part).toValue(value);
        if (stored instanceof Num number) {
            return Parts.none().with(part, number.value());
        }
        return Parts.none().with(part, stored instanceof Value.Text text ? text.value() : stored.toString());
    }

    /** Returns a prefix for the first part of the sort key that is not given. */
    public Parts nextPrefix(String prefix) {
        String part = nextPart();
        if (KeyComponents.types(mapping).get(part) == PartType.NUMBER) {
            throw new Rejected(
                    "entity.prefix-of-number",
                    "%s of %s is a number, so it has no prefix: use from(…) and to(…)".formatted(part, name));
        }
        return Parts.of(part, prefix);
    }

    private String nextPart() {
        return layout.nextSortPart(leading)
                .orElseThrow(() -> new Rejected(
                        "entity.no-range",
                        "the query of %s gives %s, and its sort key%s has no other part that could be bounded: leave the bound"
                                        .formatted(name, leading, index == null ? "" : " in index " + index)
                                + " out, or give fewer parts"));
    }
}
