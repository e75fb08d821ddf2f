package dev.varve.analytics.internal;

import java.time.Instant;
import java.util.Optional;

/**
 * Finds the last hits of visitors, to detect on the first hits of a day whether a session of the day before continues.
 * Eventually consistent.
 */
@FunctionalInterface
public interface RecentVisitors {

    /** Returns the time of a visitor's last known hit before an instant. */
    Optional<Instant> lastHit(String siteId, String visitorId, Instant before);

    /** Returns an implementation that finds nothing. */
    static RecentVisitors none() {
        return (siteId, visitorId, before) -> Optional.empty();
    }
}
