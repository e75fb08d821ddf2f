package dev.varve.analytics;

import java.time.Instant;
import java.util.Optional;

/**
 * Who was on a site lately. Asked on the first hits of a day, whether a visit of the day before goes on; an answer may lag
 * behind what was stored a moment ago.
 */
@FunctionalInterface
public interface RecentVisitors {

    /** Returns when a visitor had the last hit before an instant, as far as is known. */
    Optional<Instant> lastHit(String siteId, String visitorId, Instant before);

    /** Knows nobody. */
    static RecentVisitors none() {
        return (siteId, visitorId, before) -> Optional.empty();
    }
}
