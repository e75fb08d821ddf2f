package dev.varve.server.sites;

import dev.varve.error.Throttled;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Limits the hits of one address to one site with token buckets: a hit takes one token from the bucket of its address and
 * site, and the bucket refills at the rate of the limit.
 */
public final class HitRate {

    /** A bucket holds the tokens of this many seconds: enough for a page full of events, or many people behind one address. */
    static final int BURST_SECONDS = 20;

    /** The largest number of buckets in memory. Beyond it, the least recently used one is dropped, which refills it. */
    static final int MAX_BUCKETS = 50_000;

    private static final double NANOS = 1e9;

    private record Sender(String address, String siteId) {}

    private static final class Bucket {
        private double tokens;
        private Instant filled;

        private Bucket(double tokens, Instant filled) {
            this.tokens = tokens;
            this.filled = filled;
        }
    }

    private final int perSecond;
    private final Map<Sender, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Sender, Bucket> eldest) {
            return size() > MAX_BUCKETS;
        }
    };

    public HitRate(int perSecond) {
        this.perSecond = perSecond;
    }

    /**
     * Takes a token, or refuses the hit.
     *
     * @param siteId the id of a known site; empty for any other, so that invented names share one bucket
     */
    synchronized void take(String address, String siteId, Instant now) {
        double most = (double) perSecond * BURST_SECONDS;
        Bucket bucket = buckets.computeIfAbsent(new Sender(address, siteId), unseen -> new Bucket(most, now));
        Duration since = Duration.between(bucket.filled, now);
        if (!since.isNegative()) {
            bucket.tokens = Math.min(most, bucket.tokens + seconds(since) * perSecond);
        }
        // If the clock was set back, the bucket continues from there.
        bucket.filled = now;
        if (bucket.tokens < 1) {
            throw new Throttled(
                    "event.rate",
                    "this address sends more than %s hits per second to this site: send it again in a second"
                            .formatted(perSecond));
        }
        bucket.tokens--;
    }

    private static double seconds(Duration length) {
        return length.getSeconds() + length.getNano() / NANOS;
    }

    synchronized int buckets() {
        return buckets.size();
    }
}
