package dev.varve.testkit.model;

import java.time.Instant;
import java.util.Optional;

/** The current record of {@link Event}; the fields that only it has are enrichment. */
public record State(
        String device,
        Instant at,
        String id,
        Optional<String> note,
        Optional<Integer> level,
        Optional<String> place,
        Optional<String> account,
        Optional<Instant> createdAt) {

    /** Returns the state after this event alone. */
    static State of(Event event) {
        return new State(
                event.device(),
                event.at(),
                event.id(),
                event.note(),
                event.level(),
                event.place(),
                Optional.empty(),
                Optional.empty());
    }

    State account(Optional<String> other) {
        return new State(device, at, id, note, level, place, other, createdAt);
    }
}
