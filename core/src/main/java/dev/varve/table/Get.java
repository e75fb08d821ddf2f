package dev.varve.table;

/** Reads one item by key. */
public record Get(Key key, Consistency consistency, Select select) implements Request {

    public static Get of(Key key) {
        return new Get(key, Consistency.EVENTUAL, Select.all());
    }

    public Get consistent() {
        return new Get(key, Consistency.STRONG, select);
    }

    public Get select(String... names) {
        return new Get(key, consistency, Select.only(names));
    }
}
