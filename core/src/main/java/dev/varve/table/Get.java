package dev.varve.table;

/** Reads one item by key. */
public record Get(Key key, Consistency consistency, Select select) implements Request {

    /** Reads the item with this key, with eventual consistency. */
    public static Get of(Key key) {
        return new Get(key, Consistency.EVENTUAL, Select.all());
    }

    /** Reads with strong consistency. */
    public Get consistent() {
        return new Get(key, Consistency.STRONG, select);
    }

    /** Returns only these attributes of the item. */
    public Get select(String... names) {
        return new Get(key, consistency, Select.only(names));
    }
}
