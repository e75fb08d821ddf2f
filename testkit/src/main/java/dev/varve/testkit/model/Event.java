package dev.varve.testkit.model;

import java.time.Instant;
import java.util.Optional;

/** An event of the random series. Its id is part of the key in some series, and payload in the others. */
public record Event(
        String device, Instant at, String id, Optional<String> note, Optional<Integer> level, Optional<String> place) {

    Event at(Instant other) {
        return new Event(device, other, id, note, level, place);
    }

    Event with(Optional<String> newNote, Optional<Integer> newLevel) {
        return new Event(device, at, id, newNote, newLevel, place);
    }

    /** Returns this event, overwritten by the present fields of another one. */
    Event under(Event other) {
        return new Event(
                device,
                other.at,
                other.id,
                other.note.or(() -> note),
                other.level.or(() -> level),
                other.place.or(() -> place));
    }
}
