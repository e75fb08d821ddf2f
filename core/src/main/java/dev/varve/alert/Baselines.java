package dev.varve.alert;

import java.time.Instant;
import java.util.Optional;

/** Knows what a device's field usually is at this hour of the day and week; answers at once, from what it has at hand. */
@FunctionalInterface
public interface Baselines {

    /** Returns what is usual, or empty where that is not known. */
    Optional<Baseline> expected(String deviceId, String field, Instant at);
}
