package dev.varve.server.http.limit;

import java.time.Duration;

/**
 * How slowly a client may send and receive. A connection that is slower is closed.
 *
 * @param header the longest time from the first byte of a request to the end of its header; a new connection has this long for
 *     its first request
 * @param body the longest time for a whole body
 * @param grace the time before {@code bytesPerSecond} applies
 * @param bytesPerSecond the lowest average rate at which a body may arrive
 * @param write the longest time a client may take to receive one piece of an answer, which is about 32 KB
 */
public record Pace(Duration header, Duration body, Duration grace, int bytesPerSecond, Duration write) {

    public static final Pace DEFAULT =
            new Pace(Duration.ofSeconds(20), Duration.ofMinutes(2), Duration.ofSeconds(5), 240, Duration.ofSeconds(30));

    public Pace {
        if (header.isNegative() || header.isZero() || body.isNegative() || body.isZero()) {
            throw new IllegalArgumentException("a deadline must be positive");
        }
    }

    /** Returns how often connections are checked. */
    public Duration interval() {
        Duration quarter = header.compareTo(body) < 0 ? header.dividedBy(4) : body.dividedBy(4);
        Duration most = Duration.ofSeconds(1);
        return quarter.compareTo(most) < 0 ? quarter : most;
    }

    /** Returns whether a body is too slow of which this many bytes have arrived. */
    public boolean isTooSlow(long bytes, Duration elapsed) {
        long beyondGrace = elapsed.minus(grace).toMillis();
        return elapsed.compareTo(body) > 0 || (beyondGrace > 0 && bytes * 1_000 < beyondGrace * bytesPerSecond);
    }
}
