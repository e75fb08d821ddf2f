package dev.varve.server.api.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of items.
 *
 * @param items The items.
 * @param next The token of the next page; null on the last page.
 */
public record ItemPage(List<ItemJson> items, @Nullable String next) {

    public ItemPage {
        items = List.copyOf(items);
    }
}
