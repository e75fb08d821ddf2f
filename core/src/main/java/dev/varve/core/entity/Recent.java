package dev.varve.core.entity;

import dev.varve.core.Durations;
import dev.varve.core.Rejected;
import java.time.Duration;

/**
 * What an index of recent entities holds: those whose instant was no older than this when they were last written.
 *
 * @param component the component of type {@code Instant} that is looked at
 */
public record Recent(String component, Duration within) {

    public Recent {
        if (within != null && (within.isZero() || within.isNegative())) {
            throw new Rejected(
                    "entity.duration",
                    "recent by %s is within %s; it must be longer than nothing".formatted(component, within));
        }
        Durations.check("entity.duration", "recent by " + component, within);
    }

    public static Recent by(String component, Duration within) {
        return new Recent(component, within);
    }
}
