package dev.varve.series;

/** What becomes of an event whose key another event with other contents already has. */
public enum ConflictPolicy {
    /** Nothing is written, and the outcome is a conflict that shows what is there. */
    REFUSE,
    /** The new event takes the place of the old one: a correction. */
    REPLACE,
    /** The new event's fields, and entries of maps, take the place of the old one's; those it does not have stay. */
    MERGE
}
