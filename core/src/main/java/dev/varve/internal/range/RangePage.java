package dev.varve.internal.range;

import dev.varve.item.Item;
import dev.varve.table.Capacity;
import dev.varve.table.PageToken;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a range.
 *
 * @param items the requested number of items, or fewer at the end of the range
 * @param next the token of the next page, or null at the end; a page that ends exactly at the end of the range may have
 *     a token, whose page is empty
 * @param capacity the capacity that the answered requests consumed
 */
public record RangePage(List<Item> items, @Nullable PageToken next, Capacity capacity) {

    public RangePage {
        items = List.copyOf(items);
    }
}
