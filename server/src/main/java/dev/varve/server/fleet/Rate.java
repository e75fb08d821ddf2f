package dev.varve.server.fleet;

import java.time.Instant;

/** Counts what happens within a minute, to the second. */
final class Rate {

    private static final int SECONDS = 60;

    private final long[] counts = new long[SECONDS];
    private final long[] seconds = new long[SECONDS];

    synchronized void count(Instant now) {
        long second = now.getEpochSecond();
        int slot = (int) (second % SECONDS);
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
