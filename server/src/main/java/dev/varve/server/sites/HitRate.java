package dev.varve.server.sites;

import dev.varve.error.Throttled;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Limits how many hits one address may send to one site. Each address and site has a bucket of tokens that a hit takes one of,
 * and that fills up again at the rate of the limit.
 */
public final class HitRate {

    /** A bucket holds the tokens of this many seconds: a page full of events, or many people behind one address. */
    static final int BURST_SECONDS = 20;

    /** The buckets in memory. Beyond this number the one is dropped that was used longest ago, which fills it up. */
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
     * @param siteId the id of a site that is known; empty for any other, so that made-up names share one bucket
     */
    synchronized void take(String address, String siteId, Instant now) {
        double most = (double) perSecond * BURST_SECONDS;
        Bucket bucket = buckets.computeIfAbsent(new Sender(address, siteId), unseen -> new Bucket(most, now));
        Duration since = Duration.between(bucket.filled, now);
        if (!since.isNegative()) {
            bucket.tokens = Math.min(most, bucket.tokens + seconds(since) * perSecond);
        }
        // A clock that was set back starts again from there.
        bucket.filled = now;
        if (bucket.tokens < 1) {
            throw new Throttled(
                    "event.rate",
                    "this address sends more than %s hits a second to this site: send it again in a second"
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
