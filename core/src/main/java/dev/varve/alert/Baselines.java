package dev.varve.alert;

import java.time.Instant;
import java.util.Optional;

/** Provides the baselines of devices' fields from memory, without blocking. */
@FunctionalInterface
public interface Baselines {

    /** Returns the baseline of a field at this time, or empty if it is unknown. */
    Optional<Baseline> at(String deviceId, String field, Instant at);
}
