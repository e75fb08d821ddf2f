package dev.varve.rollup.internal;

import java.time.Instant;

/** Receives the events that a change of the table added, replaced or removed. */
@FunctionalInterface
public interface TouchedEvents {

    /**
     * Takes an event. Returns a clock: later events of the same change that are new and before this clock need not be
     * passed.
     */
    Instant accept(TouchedEvent event);
}
