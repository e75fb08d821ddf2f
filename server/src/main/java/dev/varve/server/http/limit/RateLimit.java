package dev.varve.server.http.limit;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Limits how often each client may do something, with token buckets: each time takes one token from the bucket of the client,
 * and the bucket refills at the rate of the limit.
 *
 * @param <K> identifies a client
 */
public final class RateLimit<K> {

    private static final double NANOS = 1e9;

    private static final class Bucket {
        private double tokens;
        private Instant filled;

        private Bucket(double tokens, Instant filled) {
            this.tokens = tokens;
            this.filled = filled;
        }
    }

    private final int perSecond;
    private final double burst;
    private final Map<K, Bucket> buckets;

    /**
     * @param burst the number of tokens in a full bucket
     * @param maxBuckets the largest number of buckets in memory. Beyond it, the least recently used one is dropped, which
     *     refills it
     */
    public RateLimit(int perSecond, double burst, int maxBuckets) {
        this.perSecond = perSecond;
        this.burst = burst;
        this.buckets = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, Bucket> eldest) {
                return size() > maxBuckets;
            }
        };
    }

    /** Takes a token. Returns whether there was one. */
    public synchronized boolean tryTake(K client, Instant now) {
        Bucket bucket = buckets.computeIfAbsent(client, unseen -> new Bucket(burst, now));
        Duration since = Duration.between(bucket.filled, now);
        if (!since.isNegative()) {
            bucket.tokens = Math.min(burst, bucket.tokens + seconds(since) * perSecond);
        }
        // If the clock was set back, the bucket continues from there.
        bucket.filled = now;
        if (bucket.tokens < 1) {
            return false;
        }
        bucket.tokens--;
        return true;
    }

    private static double seconds(Duration length) {
        return length.getSeconds() + length.getNano() / NANOS;
    }

    public synchronized int buckets() {
        return buckets.size();
    }
}
