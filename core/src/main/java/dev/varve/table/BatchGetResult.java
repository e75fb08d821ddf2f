package dev.varve.table;

import dev.varve.item.Item;
import java.util.List;
import java.util.Map;

/**
 * The items that were found, by key.
 *
 * @param unprocessed keys that were not read after bounded retries; request them again
 */
public record BatchGetResult(Map<Key, Item> found, List<Key> unprocessed, Capacity capacity) {

    public BatchGetResult {
        found = Map.copyOf(found);
        unprocessed = List.copyOf(unprocessed);
    }
}
