package dev.varve.core.entity;

import dev.varve.core.Rejected;
import dev.varve.core.item.Item;
import dev.varve.core.item.Num;
import dev.varve.core.item.Value;
import dev.varve.core.key.EntityLayout;
import dev.varve.core.key.PartRange;
import dev.varve.core.key.PartType;
import dev.varve.core.key.Parts;
import dev.varve.core.key.Slice;
import dev.varve.core.range.RangeQuery;
import dev.varve.core.range.Steps;
import dev.varve.core.schema.KeyParts;
import dev.varve.core.table.Condition;
import dev.varve.core.table.Path;
import dev.varve.core.table.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where entities are asked for: keys of the table or of an index that begin with some parts.
 *
 * @param index the index to read, or null for the table
 * @param layout the keys in the table or the index
 * @param leading the parts that are given: all of the partition's, and some of the sort key's from the left
 */
record EntitySource<R extends Record>(
        EntityForm<R> form,
        EntityItems<R> items,
        Table table,
        int parallel,
        @Nullable String index,
        EntityLayout layout,
        Parts leading) {

    RangeQuery query(PartRange range) {
        List<Slice> slices = layout.slices(leading, range);
        RangeQuery query =
                RangeQuery.of(table, Steps.of(slices), form.name + " " + index + " " + slices.get(0), parallel);
        if (index != null) {
            return query.on(index);
        }
        return form.history == null ? query : query.where(isNoSnapshot());
    }

    private static Condition isNoSnapshot() {
        return Path.attr(EntityItems.SNAPSHOT).absent();
    }

    R read(Item item) {
        return items.read(item);
    }

    /** Returns a value of the first part of the sort key that is not given. */
    Parts next(Object value) {
        String part = nextPart();
        Value stored = form.mapping.component(part).toValue(value);
        if (stored instanceof Num number) {
            return Parts.none().with(part, number.value());
        }
        return Parts.none().with(part, stored instanceof Value.Text text ? text.value() : stored.toString());
    }

    /** Returns the beginning of a text that is the first part of the sort key that is not given. */
    Parts nextPrefix(String prefix) {
        String part = nextPart();
        if (KeyParts.types(form.mapping).get(part) == PartType.NUMBER) {
            throw new Rejected(
                    "entity.prefix-of-number",
                    "%s of %s is a number and has no beginning: bound it with from(…) and to(…)"
                            .formatted(part, form.name));
        }
        return Parts.of(part, prefix);
    }

    private String nextPart() {
        return layout.nextSortPart(leading)
                .orElseThrow(() -> new Rejected(
                        "entity.no-range",
                        "%s is asked for by %s, and its sort key%s has no other part that could be bounded: leave the bound"
                                        .formatted(form.name, leading, index == null ? "" : " in index " + index)
                                + " out, or give fewer parts"));
    }
}
