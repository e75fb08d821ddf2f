package dev.varve.entity;

import dev.varve.internal.Durations;
import java.time.Duration;

/**
 * The condition of an index of recent entities: the instant was no older than this when the entity was last written.
 *
 * @param component the component of type {@code Instant} that is compared
 */
public record RecentOnly(String component, Duration within) {

    public RecentOnly {
        Durations.refuseZero("entity.duration", "recent by %s is within".formatted(component), within, "");
        Durations.check("entity.duration", "recent by " + component, within);
    }

    public static RecentOnly by(String component, Duration within) {
        return new RecentOnly(component, within);
    }
}
