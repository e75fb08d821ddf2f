package dev.varve.table;

import java.util.List;

/** Reads up to 100 items by key. */
public record BatchGet(List<Key> keys, Consistency consistency, Select select) implements Request {

    public BatchGet {
        keys = List.copyOf(keys);
    }

    /** Reads the items with these keys, with eventual consistency. */
    public static BatchGet of(List<Key> keys) {
        return new BatchGet(keys, Consistency.EVENTUAL, Select.all());
    }

    /** Reads with strong consistency. */
    public BatchGet consistent() {
        return new BatchGet(keys, Consistency.STRONG, select);
    }

    /** Returns only these attributes of each item. */
    public BatchGet select(String... names) {
        return new BatchGet(keys, consistency, Select.only(names));
    }
}
