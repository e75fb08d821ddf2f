package dev.varve.block.internal;

/**
 * The probabilities of candidates that the next value is not: they are taken out of the curve, so that the other values share
 * all of it.
 */
final class Exclusions {

    private final int[] starts = new int[ValueModel.MOST_CANDIDATES];
    private final int[] sizes = new int[ValueModel.MOST_CANDIDATES];
    private int count;
    private int excluded;

    void clear() {
        count = 0;
        excluded = 0;
    }

    /** Takes out an interval; intervals do not overlap. */
    void add(int start, int size) {
        if (size == 0) {
            return;
        }
        int at = count++;
        while (at > 0 && starts[at - 1] > start) {
            starts[at] = starts[at - 1];
            sizes[at] = sizes[at - 1];
            at--;
        }
        starts[at] = start;
        sizes[at] = size;
        excluded += size;
    }

    /** Returns the probability that is left. */
    int total() {
        return (1 << StudentCurve.BITS) - excluded;
    }

    /** Returns where a place of the curve lies in what is left. */
    int without(int place) {
        int left = place;
        for (int i = 0; i < count; i++) {
            if (starts[i] < place) {
                left -= sizes[i];
            }
        }
        return left;
    }

    /** Returns where a place in what is left lies on the curve. */
    int with(int left) {
        int place = left;
        for (int i = 0; i < count; i++) {
            if (place >= starts[i]) {
                place += sizes[i];
            }
        }
        return place;
    }
}
