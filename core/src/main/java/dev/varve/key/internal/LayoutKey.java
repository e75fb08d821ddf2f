package dev.varve.key.internal;

/** The key of one item as a layout writes it. */
public record LayoutKey(String partition, SortKey sort) {

    /** Returns the key with a text as sort key. */
    public static LayoutKey of(String partition, String sort) {
        return new LayoutKey(partition, SortKey.of(sort));
    }

    /** Returns the key with a number as sort key. */
    public static LayoutKey of(String partition, long sort) {
        return new LayoutKey(partition, SortKey.of(sort));
    }

    /** Returns a key without a sort key. */
    public static LayoutKey of(String partition) {
        return new LayoutKey(partition, SortKey.none());
    }

    @Override
    public String toString() {
        return sort instanceof SortKey.None ? partition : partition + " / " + sort;
    }
}
