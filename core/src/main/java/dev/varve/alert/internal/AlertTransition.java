package dev.varve.alert.internal;

import dev.varve.alert.Sample;
import java.time.Instant;

/** What happens to an alert. */
public sealed interface AlertTransition {

    /** Returns the clock the alert was opened with. */
    Instant opened();

    /** An alert opens; {@code by} is the reading that broke the rule, for silence the last one before it. */
    record Opened(Instant opened, Sample by) implements AlertTransition {}

    /** The alert that was opened then is over. */
    record Resolved(Instant opened, Sample by) implements AlertTransition {}
}
