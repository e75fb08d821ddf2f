package dev.varve.table;

import dev.varve.item.Item;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One page of a query or a scan.
 *
 * @param items the items, empty where only their number was asked for
 * @param count how many items passed the filter
 * @param examined how many items were read for it, expired and filtered ones included
 * @param next resumes after this page, or null where the end was reached; a page may be empty and not the last
 */
public record Page(
        List<Item> items, int count, int examined, @Nullable PageToken next, Capacity capacity) {

    public Page {
        items = List.copyOf(items);
    }

    public Optional<Item> first() {
        return items.stream().findFirst();
    }

    public boolean isLast() {
        return next == null;
    }
}
