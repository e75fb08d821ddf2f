package dev.varve.server.fleet;

import java.time.Instant;

/** Counts what happened within the last minute, to the second. */
final class RateCounter {

    private static final int SECONDS = 60;

    private final long[] counts = new long[SECONDS];
    private final long[] seconds = new long[SECONDS];

    /** Counts something by its own clock; what is older than a minute is not counted, what is ahead counts as now. */
    synchronized void count(Instant at, Instant now) {
        long second = Math.min(at.getEpochSecond(), now.getEpochSecond());
        if (second <= now.getEpochSecond() - SECONDS) {
            return;
        }
        int slot = (int) Math.floorMod(second, (long) SECONDS);
        if (seconds[slot] != second) {
            seconds[slot] = second;
            counts[slot] = 0;
        }
        counts[slot]++;
    }

    synchronized long lastMinute(Instant now) {
        long sum = 0;
        for (int slot = 0; slot < SECONDS; slot++) {
            if (seconds[slot] > now.getEpochSecond() - SECONDS) {
                sum += counts[slot];
            }
        }
        return sum;
    }
}
