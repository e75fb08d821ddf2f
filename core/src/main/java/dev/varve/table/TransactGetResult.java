package dev.varve.table;

import dev.varve.item.Item;
import java.util.List;
import java.util.Optional;

/** The items, in the order of the keys, all as of one moment. */
public record TransactGetResult(List<Optional<Item>> items, Capacity capacity) {

    public TransactGetResult {
        items = List.copyOf(items);
    }
}
