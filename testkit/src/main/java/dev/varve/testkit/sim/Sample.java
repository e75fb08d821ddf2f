package dev.varve.testkit.sim;

import java.time.Instant;
import java.util.Optional;

/** An event of the series that are drawn; its id is part of the key in some of them, and payload in the others. */
public record Sample(
        String device,
        Instant at,
        String id,
        Optional<Double> temperature,
        Optional<Integer> level,
        Optional<String> place) {

    Sample at(Instant other) {
        return new Sample(device, other, id, temperature, level, place);
    }

    Sample id(String other) {
        return new Sample(device, at, other, temperature, level, place);
    }

    /** Returns the number of a component that is measured. */
    Optional<Double> number(String field) {
        return field.equals(DrawnRollup.TEMPERATURE) ? temperature : level.map(Integer::doubleValue);
    }
}
