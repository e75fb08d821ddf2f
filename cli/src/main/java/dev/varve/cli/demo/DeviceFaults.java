package dev.varve.cli.demo;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;

import java.util.stream.Stream;

/** The faults of one device over time. */
final class DeviceFaults {

    /** One reading in two hundred is lost. */
    private static final double LOST = 0.005;

    private final SeededRandom chance;
    private final Episodes silent;
    private final Episodes absent;
    private final Episodes buffered;
    private final Episodes hot;
    private final Episodes stuck;
    private final Episodes drifting;

    DeviceFaults(SeededRandom chance) {
        this.chance = chance;
        silent = new Episodes(chance.of(1), ofDays(2), 0.05, ofHours(8));
        absent = new Episodes(chance.of(2), ofDays(14), 0.03, ofDays(6));
        buffered = new Episodes(chance.of(3), ofHours(12), 0.08, ofHours(2));
        hot = new Episodes(chance.of(4), ofDays(2), 0.05, ofHours(2));
        stuck = new Episodes(chance.of(5), ofDays(5), 0.05, ofHours(12));
        drifting = new Episodes(chance.of(6), ofDays(20), 0.05, ofDays(10));
    }

    /** Returns whether a reading of this second never arrives. */
    boolean isLost(long second) {
        return chance.uniform(second) < LOST || silent.isGoingOn(second) || absent.isGoingOn(second);
    }

    /** Returns whether the device holds back readings of this second for a while. */
    boolean isBuffered(long second) {
        return buffered.isGoingOn(second);
    }

    /** Returns the ranges whose readings arrive late in {@code [from, to)}, when the device has its network back. */
    Stream<Episodes.Span> delivered(long from, long to) {
        return buffered.ending(from, to);
    }

    /** Returns the second whose value the device sends: an earlier one while its sensor is stuck. */
    long measured(long second) {
        return stuck.at(second).map(Episodes.Span::from).orElse(second);
    }

    /** Returns how much the device is overheated, 0 to 1. */
    double heat(long second) {
        return hot.at(second).map(span -> span.strength(second)).orElse(0.0);
    }

    /** Returns how far the sensor has drifted, 0 to 1; at the end it is repaired. */
    double drift(long second) {
        return drifting.at(second).map(span -> span.progress(second)).orElse(0.0);
    }
}
