package dev.varve.testkit.sim;

import java.time.Instant;
import java.util.Optional;

/** An event of the random series. Its id is part of the key in some series, and payload in the others. */
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

    /** Returns the value of a measured component. */
    Optional<Double> number(String field) {
        return field.equals(DrawnRollup.TEMPERATURE) ? temperature : level.map(Integer::doubleValue);
    }
}
