package dev.varve.series;

/** The instant from which the retention of an event counts. */
public enum TtlStart {
    /** The event's clock: an event that is imported late expires as if it had arrived in time. */
    EVENT_TIME,
    /** The moment of the append. */
    ARRIVAL
}
