package dev.varve.alert;

import java.time.Instant;
import java.util.Optional;

/**
 * What a rule sees of a reading.
 *
 * @param at the reading's clock
 * @param value the field's value; empty for rules on silence, which look at no field
 */
public record Sample(Instant at, Optional<Double> value) {

    public static Sample of(Instant at, double value) {
        return new Sample(at, Optional.of(value));
    }

    /** Returns a sample that only says that there was a reading. */
    public static Sample at(Instant at) {
        return new Sample(at, Optional.empty());
    }
}
