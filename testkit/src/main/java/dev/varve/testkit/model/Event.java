package dev.varve.testkit.model;

import java.time.Instant;
import java.util.Optional;

/** An event of the series that are drawn; its id is part of the key in some of them, and payload in the others. */
public record Event(
        String device, Instant at, String id, Optional<String> note, Optional<Integer> level, Optional<String> place) {

    Event at(Instant other) {
        return new Event(device, other, id, note, level, place);
    }

    Event with(Optional<String> newNote, Optional<Integer> newLevel) {
        return new Event(device, at, id, newNote, newLevel, place);
    }

    /** Returns this event with the fields of another laid over it. */
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
