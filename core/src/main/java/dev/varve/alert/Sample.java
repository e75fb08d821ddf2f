package dev.varve.alert;

import java.time.Instant;
import java.util.Optional;

/**
 * One field of a reading at one instant, as a rule evaluates it.
 *
 * @param at the reading's clock
 * @param value the field's value; empty for rules on silence, which use no field
 */
public record Sample(Instant at, Optional<Double> value) {

    public static Sample of(Instant at, double value) {
        return new Sample(at, Optional.of(value));
    }

    /** Returns a sample without a value, for rules on silence. */
    public static Sample at(Instant at) {
        return new Sample(at, Optional.empty());
    }
}
