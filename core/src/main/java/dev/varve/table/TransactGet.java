package dev.varve.table;

import java.util.List;

/** Reads up to 100 items by key, all as of one moment. */
public record TransactGet(List<Key> keys) implements Request {

    public TransactGet {
        keys = List.copyOf(keys);
    }

    /** Reads the items with these keys. */
    public static TransactGet of(Key... keys) {
        return new TransactGet(List.of(keys));
    }
}
