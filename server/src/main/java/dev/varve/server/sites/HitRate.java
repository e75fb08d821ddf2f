package dev.varve.server.sites;

import dev.varve.error.Throttled;
import dev.varve.server.http.limit.RateLimit;
import java.time.Instant;

/** Limits the hits of one address to one site. */
public final class HitRate {

    /** A bucket holds the tokens of this many seconds: enough for a page full of events, or many people behind one address. */
    static final int BURST_SECONDS = 20;

    /** The largest number of buckets in memory. */
    static final int MAX_BUCKETS = 50_000;

    private record Sender(String address, String siteId) {}

    private final int perSecond;
    private final RateLimit<Sender> senders;

    public HitRate(int perSecond) {
        this.perSecond = perSecond;
        this.senders = new RateLimit<>(perSecond, (double) perSecond * BURST_SECONDS, MAX_BUCKETS);
    }

    /**
     * Takes a token, or refuses the hit.
     *
     * @param siteId the id of a known site; empty for any other, so that invented names share one bucket
     */
    void take(String address, String siteId, Instant now) {
        if (!senders.tryTake(new Sender(address, siteId), now)) {
            throw new Throttled(
                    "event.rate",
                    "this address sends more than %s hits per second to this site: send it again in a second"
                            .formatted(perSecond));
        }
    }

    int buckets() {
        return senders.buckets();
    }
}
