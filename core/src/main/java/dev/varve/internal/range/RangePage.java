package dev.varve.internal.range;

import dev.varve.item.Item;
import dev.varve.table.Capacity;
import dev.varve.table.PageToken;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a range.
 *
 * @param items as many as were asked for, fewer only at the end
 * @param next resumes after this page, or null where the end was reached; a page that ends just there may say that
 *     another one follows, which is empty
 * @param capacity what the answered requests used
 */
public record RangePage(List<Item> items, @Nullable PageToken next, Capacity capacity) {

    public RangePage {
        items = List.copyOf(items);
    }
}
