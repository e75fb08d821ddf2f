package dev.varve.series.internal.packed.row;

/** The type of a field of packed rows. */
public enum FieldKind {
    /** A number that is the shortest decimal of a double. */
    NUMBER,
    BOOLEAN,
    TEXT,
    /** A number that no double represents exactly, such as a counter above 2^53; stored as a text. */
    DECIMAL;

    /** Returns whether values are texts; otherwise they are longs: the bits of a double, or 0 and 1. */
    public boolean isText() {
        return this == TEXT || this == DECIMAL;
    }
}
