package dev.varve.series;

/** From when on the time is counted that a series keeps its events. */
public enum TtlStart {
    /** From the event's clock: what is loaded late expires as if it had come in time. */
    EVENT_TIME,
    /** From the moment of the append. */
    ARRIVAL
}
