package dev.varve.series;

/** What happens to an event whose key already belongs to a different event. */
public enum ConflictPolicy {
    /** Nothing is written; the outcome is a conflict that holds the stored event. */
    REFUSE,
    /** The new event replaces the old one. */
    REPLACE,
    /** The new event's components and map entries replace those of the old one; the others stay. */
    MERGE
}
