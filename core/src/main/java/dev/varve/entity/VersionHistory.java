package dev.varve.entity;

import dev.varve.error.Rejected;
import dev.varve.internal.Durations;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long the versions of an entity are kept: each is stored a second time, in the transaction that writes it.
 *
 * @param keep how long after it was written a version can be read, or null for ever
 */
public record VersionHistory(@Nullable Duration keep) {

    public VersionHistory {
        if (keep != null && (keep.isZero() || keep.isNegative())) {
            throw new Rejected(
                    "entity.duration",
                    "versions are kept for %s; it must be longer than nothing. Leave it out for ever".formatted(keep));
        }
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
        // The constructor accepts null, for ever; a caller of this method has to name a time.
        Durations.check("entity.duration", "the time that versions are kept", keep);
        return history;
    }
}
