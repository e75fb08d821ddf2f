package dev.varve.series;

/** How the current record of a series comes about. */
public enum CurrentMode {
    /** There is none: the latest record is the newest event. */
    NONE,
    /** Written together with each event, in one transaction. */
    TRANSACTIONAL,
    /** Written from the change feed, a moment after the event: the cheapest. */
    FED
}
