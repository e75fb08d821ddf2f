package dev.varve.server.fleet.view;

import java.time.Instant;

/** Counts events of the last minute, with a resolution of one second. */
final class RateCounter {

    private static final int SECONDS = 60;

    private final long[] counts = new long[SECONDS];
    private final long[] seconds = new long[SECONDS];

    /** Counts events at their own clock; those older than a minute are ignored, those in the future count as now. */
    synchronized void count(Instant at, Instant now, int events) {
        long second = Math.min(at.getEpochSecond(), now.getEpochSecond());
        if (second <= now.getEpochSecond() - SECONDS) {
            return;
        }
        int slot = (int) Math.floorMod(second, (long) SECONDS);
        if (seconds[slot] != second) {
            seconds[slot] = second;
            counts[slot] = 0;
        }
        counts[slot] += events;
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
