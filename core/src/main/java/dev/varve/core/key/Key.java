package dev.varve.core.key;

/** The key of one item: its partition and its place inside. */
public record Key(String partition, SortKey sort) {

    /** Returns the key with a text as sort key. */
    public static Key of(String partition, String sort) {
        return new Key(partition, SortKey.of(sort));
    }

    /** Returns the key with a number as sort key. */
    public static Key of(String partition, long sort) {
        return new Key(partition, SortKey.of(sort));
    }

    /** Returns the key that is a partition alone. */
    public static Key of(String partition) {
        return new Key(partition, SortKey.none());
    }

    @Override
    public String toString() {
        return sort instanceof SortKey.None ? partition : partition + " / " + sort;
    }
}
