package dev.varve.series;

/** How the current record of a series is written. */
public enum CurrentMode {
    /** There is no current record: the latest record is the newest event. */
    NONE,
    /** Written together with each event, in one transaction. */
    TRANSACTIONAL,
    /** Written from the change feed, a moment after the event. The cheapest mode. */
    FED
}
