package dev.varve.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until the test moves it; safe to share between threads. */
public final class MutableClock implements InstantSource {

    /**
     * Far ahead of every real clock: an item that lives on this clock is never past its time for a server that looks at
     * the real one, so nothing is removed behind the test's back.
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
