package dev.varve.key.internal;

/** The type of the sort key that a layout writes. */
public enum SortType {
    /** The layout has no sort key. */
    NONE,
    /** A string. */
    TEXT,
    /** A number: the epoch seconds or milliseconds of the clock. */
    NUMBER
}
