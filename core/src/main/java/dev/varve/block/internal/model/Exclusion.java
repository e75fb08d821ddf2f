package dev.varve.block.internal.model;

/**
 * The interval of a value that the next one is not: it is taken out of the curve, so that the other values share all of it.
 */
final class Exclusion {

    private int start;
    private int size;

    void clear() {
        size = 0;
    }

    void set(int from, int to) {
        start = from;
        size = to - from;
    }

    /** Returns the probability that is left. */
    int total() {
        return (1 << StudentCurve.BITS) - size;
    }

    /** Returns where a place of the curve lies in what is left. */
    int without(int place) {
        return place > start ? place - size : place;
    }

    /** Returns where a place in what is left lies on the curve. */
    int with(int left) {
        return left >= start ? left + size : left;
    }
}
