package dev.varve.testkit.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The expected outcome of an append.
 *
 * @param kind the name of an outcome, or the code of a rejection
 * @param clock the clock the event is stored with
 * @param existing the stored event with the same key, or null
 * @param state the current record that the outcome carries or that was checked, or null
 */
record ExpectedOutcome(
        String kind,
        Instant clock,
        @Nullable Event existing,
        @Nullable State state) {

    ExpectedOutcome(String kind, Event event) {
        this(kind, event.at(), null, null);
    }

    ExpectedOutcome(String kind, Event event, @Nullable State state) {
        this(kind, event.at(), null, state);
    }
}
