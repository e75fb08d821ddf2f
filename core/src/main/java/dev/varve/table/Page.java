package dev.varve.table;

import dev.varve.item.Item;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One page of a query or a scan.
 *
 * @param items the items, empty if only their number was requested
 * @param count the number of items that passed the filter
 * @param examined the number of items read for this page, including expired and filtered ones
 * @param next the token of the next page, or null at the end; a page may be empty without being the last
 */
public record Page(
        List<Item> items, int count, int examined, @Nullable PageToken next, Capacity capacity) {

    public Page {
        items = List.copyOf(items);
    }

    /** Returns the first item of this page. */
    public Optional<Item> first() {
        return items.stream().findFirst();
    }

    /** Returns whether no page follows. */
    public boolean isLast() {
        return next == null;
    }
}
