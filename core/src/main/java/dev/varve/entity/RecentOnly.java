package dev.varve.entity;

import dev.varve.error.Rejected;
import dev.varve.internal.Durations;
import java.time.Duration;

/**
 * The condition of an index of recent entities: the instant was no older than this when the entity was last written.
 *
 * @param component the component of type {@code Instant} that is compared
 */
public record RecentOnly(String component, Duration within) {

    public RecentOnly {
        if (within != null && (within.isZero() || within.isNegative())) {
            throw new Rejected(
                    "entity.duration",
                    "recent by %s is within %s; it must be longer than zero".formatted(component, within));
        }
        Durations.check("entity.duration", "recent by " + component, within);
    }

    public static RecentOnly by(String component, Duration within) {
        return new RecentOnly(component, within);
    }
}
