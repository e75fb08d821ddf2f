package dev.varve.alert.internal;

import dev.varve.alert.Sample;
import java.time.Instant;

/** The opening or resolution of an alert. */
public sealed interface AlertTransition {

    /** Returns the clock at which the alert opened. */
    Instant opened();

    /** An alert opens; {@code by} is the reading that broke the rule or, for silence, the last one before it. */
    record Opened(Instant opened, Sample by) implements AlertTransition {}

    /** The alert that opened at this clock is resolved. */
    record Resolved(Instant opened, Sample by) implements AlertTransition {}
}
