package dev.varve.testkit.sim;

import java.time.Instant;
import java.util.Optional;

/** An event of the series that are drawn; its id is part of the key in some of them, and payload in the others. */
public record SimEvent(
        String device,
        Instant at,
        String id,
        Optional<Double> temperature,
        Optional<Integer> level,
        Optional<String> place) {

    SimEvent at(Instant other) {
        return new SimEvent(device, other, id, temperature, level, place);
    }

    SimEvent id(String other) {
        return new SimEvent(device, at, other, temperature, level, place);
    }

    /** Returns the number of a component that is measured. */
    Optional<Double> number(String field) {
        return field.equals(DrawnRollup.TEMPERATURE) ? temperature : level.map(Integer::doubleValue);
    }
}
