package dev.varve.testkit.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an append must say.
 *
 * @param kind the name of an outcome, or the code of a refusal
 * @param clock the clock the event is stored with
 * @param existing the event that is in the way, or null
 * @param state the current record that the answer carries or that was looked at, or null
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
