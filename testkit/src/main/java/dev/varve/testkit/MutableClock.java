package dev.varve.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until the test moves it; thread-safe. */
public final class MutableClock implements InstantSource {

    /**
     * Far ahead of the real clock: an item that is live by this clock is never expired for a server that uses the real
     * clock, so the server removes nothing during the test.
     */
    public static final Instant START = Instant.parse("2060-04-20T14:00:00Z");

    private volatile Instant now;

    public MutableClock() {
        this(START);
    }

    public MutableClock(Instant start) {
        now = start;
    }

    @Override
    public Instant instant() {
        return now;
    }

    public synchronized void advance(Duration by) {
        now = now.plus(by);
    }

    public synchronized void set(Instant instant) {
        now = instant;
    }
}
