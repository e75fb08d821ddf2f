package dev.varve.analytics.session;

import dev.varve.analytics.hit.Traits;
import dev.varve.key.Ulid;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The hits of one visitor with at most 30 minutes between them.
 *
 * @param startedAt when the first hit happened, which is the time in the session's id
 * @param random the rest of the session's id, which is the id of its first hit
 * @param endedAt when the last hit happened
 * @param duration the seconds between first and last hit
 * @param pageViews the number of page views
 * @param events the number of custom events
 * @param bounce 1 if the session has at most one page view and no interactive event; otherwise 0
 * @param entryPage the first viewed page, or null if there is none
 * @param exitPage the last viewed page, or null if there is none
 * @param traits those of the first hit; stored flat, as attributes of the item itself
 */
public record Session(
        String siteId,
        Instant startedAt,
        String random,
        String visitorId,
        Instant endedAt,
        long duration,
        int pageViews,
        int events,
        int bounce,
        @Nullable String entryPage,
        @Nullable String exitPage,
        Traits traits) {

    /** Returns the id of the session, which is that of its first hit. */
    public String sessionId() {
        return Ulid.clockText(startedAt) + random;
    }
}
