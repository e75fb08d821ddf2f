package dev.varve.table;

/** The image of the item that a write returns. */
public enum Returning {
    NOTHING,
    /** The item before the write, if there was one. */
    OLD,
    /** The item after the write; only for updates. */
    NEW
}
