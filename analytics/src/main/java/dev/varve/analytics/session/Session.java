package dev.varve.analytics.session;

import dev.varve.analytics.hit.Traits;
import dev.varve.key.Ulid;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A visit: the hits of one visitor with never more than 30 minutes between them.
 *
 * @param startedAt when its first hit happened, which is the time in the session's id
 * @param random the rest of the session's id, which is that of its first hit
 * @param endedAt when its last hit happened
 * @param duration the seconds between the two
 * @param pageViews how many pages were looked at
 * @param events how many custom events there were
 * @param bounce 1 if it is one page view, or none, and no interactive event; otherwise 0
 * @param entryPage the first page, or null if none was looked at
 * @param exitPage the last page, or null if none was looked at
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
        @Nullable String source,
        @Nullable String referrer,
        @Nullable String channel,
        @Nullable String utmSource,
        @Nullable String utmMedium,
        @Nullable String utmCampaign,
        @Nullable String utmTerm,
        @Nullable String utmContent,
        @Nullable String country,
        @Nullable String device,
        @Nullable String browser,
        @Nullable String os) {

    /** Returns its id, which is that of its first hit. */
    public String sessionId() {
        return Ulid.clockText(startedAt) + random;
    }

    /** Returns what of it tells where it came from. */
    public Traits traits() {
        return new Traits(
                source,
                referrer,
                channel,
                utmSource,
                utmMedium,
                utmCampaign,
                utmTerm,
                utmContent,
                country,
                device,
                browser,
                os);
    }
}
