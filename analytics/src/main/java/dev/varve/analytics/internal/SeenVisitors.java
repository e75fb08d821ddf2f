package dev.varve.analytics.internal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;

/** The times of the last hits that this process stored, by visitor; in memory only. */
final class SeenVisitors {

    /** Enough for half an hour of a busy day; each visitor takes about 200 bytes. */
    private static final int REMEMBERED = 100_000;

    private record Visitor(String siteId, String visitorId) {}

    private final Cache<Visitor, Instant> seen = Caffeine.newBuilder()
            .maximumSize(REMEMBERED)
            .executor(Runnable::run)
            .build();

    void note(String siteId, String visitorId, Instant at) {
        seen.asMap().merge(new Visitor(siteId, visitorId), at, (one, other) -> one.isAfter(other) ? one : other);
    }

    /** Returns whether the last known hit of a visitor is within this distance of an instant, before or after. */
    boolean isNear(String siteId, String visitorId, Instant at, Duration distance) {
        Instant last = seen.getIfPresent(new Visitor(siteId, visitorId));
        return last != null && Duration.between(last, at).abs().compareTo(distance) <= 0;
    }
}
