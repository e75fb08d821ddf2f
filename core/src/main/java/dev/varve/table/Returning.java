package dev.varve.table;

/** Which image of the item a write returns. */
public enum Returning {
    NOTHING,
    /** The item as it was before, if there was one. */
    OLD,
    /** The item as it is now; for updates. */
    NEW
}
