package dev.varve.alert.internal;

import java.time.Instant;
import java.util.Optional;

/** A reading as rules and detectors see it: a clock and named numbers. */
public interface NumericReading {

    Instant at();

    /** Returns the value of a field; empty if the reading lacks it. */
    Optional<Double> value(String field);
}
