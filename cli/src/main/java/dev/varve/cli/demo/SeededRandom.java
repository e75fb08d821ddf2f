package dev.varve.cli.demo;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Random numbers as a function: the same seed and key always give the same number, in any order. */
record SeededRandom(long seed) {

    private static final double TO_UNIT = 0x1.0p-53;

    /** Returns an independent source for a key. */
    SeededRandom of(long key) {
        return new SeededRandom(mix(seed ^ mix(key + 0x9e3779b97f4a7c15L)));
    }

    /** Returns a number in {@code [0, 1)}. */
    double uniform(long key) {
        return (of(key).seed >>> 11) * TO_UNIT;
    }

    /** Returns a number in {@code [from, to)}. */
    double between(long key, double from, double to) {
        return from + (to - from) * uniform(key);
    }

    /** Returns a number in {@code [0, bound)}. */
    int below(long key, int bound) {
        return (int) (uniform(key) * bound);
    }

    /** Returns a number around 0, rarely beyond 1: the mean of four. */
    double noise(long key) {
        SeededRandom own = of(key);
        return (own.uniform(1) + own.uniform(2) + own.uniform(3) + own.uniform(4)) / 2 - 1;
    }

    /** Returns a number in {@code (-1, 1)} that changes smoothly from one period to the next. */
    double wander(long second, long period) {
        long knot = Math.floorDiv(second, period);
        double way = (double) Math.floorMod(second, period) / period;
        double eased = way * way * (3 - 2 * way);
        return noise(knot) * (1 - eased) + noise(knot + 1) * eased;
    }

    /** Returns a generator with this seed, for numbers that are drawn in sequence. */
    RandomGenerator generator() {
        return new SplittableRandom(seed);
    }

    /** The finaliser of SplitMix64: every bit of the input changes half of the output. */
    private static long mix(long bits) {
        long z = bits;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
