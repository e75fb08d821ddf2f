package dev.varve.entity;

import dev.varve.internal.Durations;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The retention of an entity's versions. Each write stores a second copy of the entity in the same transaction.
 *
 * @param keep how long after its write a version is kept, or null for ever
 */
public record VersionHistory(@Nullable Duration keep) {

    public VersionHistory {
        Durations.refuseZero("entity.duration", "versions are kept for", keep, "Leave it out to keep them for ever");
        if (keep != null) {
            Durations.check("entity.duration", "the time that versions are kept", keep);
        }
    }

    /** Keeps every version for ever. */
    public static VersionHistory retained() {
        return new VersionHistory(null);
    }

    /** Keeps every version this long after it was written. */
    public static VersionHistory retained(Duration keep) {
        VersionHistory history = new VersionHistory(keep);
        // The constructor accepts null for "for ever"; this method requires a duration.
        Durations.check("entity.duration", "the time that versions are kept", keep);
        return history;
    }
}
