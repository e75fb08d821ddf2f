package dev.varve.block.internal.model;

/**
 * The cumulative distribution of Student's t with 4 degrees of freedom, as integers: bell-shaped with heavy tails, as the errors
 * of predictions are.
 *
 * <p>Its mean absolute value is 1, so the mean error of a predictor is its scale. Integers, and a table that is built from
 * correctly rounded operations only, make the curve monotone and the same on every machine.
 */
final class StudentCurve {

    /** The bits of a probability. */
    static final int BITS = 24;

    /** The curve rises from 0 to this. The rest, up to 2^24, is left for values that the curve does not reach. */
    static final int ONE = (1 << BITS) - (1 << (BITS - 12));

    /** Steps of the table for one scale. */
    static final int STEPS = 64;

    /** The curve is 0 below minus this many scales and {@code ONE} above. */
    private static final int REACH = 32;

    static final int MIDDLE = REACH * STEPS;
    private static final int LAST = 2 * MIDDLE;

    /** The inverse has one entry for every 2^12 of probability. */
    private static final int INVERSE_BITS = 12;

    private static final int[] TABLE = table();
    private static final short[] INVERSE = inverse();

    private StudentCurve() {}

    private static int[] table() {
        int[] table = new int[LAST + 1];
        for (int i = 1; i < LAST; i++) {
            double x = (double) (i - MIDDLE) / STEPS;
            double q = 1 + x * x / 4;
            double cumulative = 0.5 + 0.375 * (x / Math.sqrt(q)) * (1 - x * x / (12 * q));
            table[i] = (int) Math.rint(cumulative * ONE);
        }
        table[LAST] = ONE;
        return table;
    }

    /** For each high part of a probability, the last step of the table that is not above it. */
    private static short[] inverse() {
        short[] inverse = new short[(ONE >> INVERSE_BITS) + 1];
        int step = 0;
        for (int i = 0; i < inverse.length; i++) {
            while (step < LAST - 1 && TABLE[step + 1] <= i << INVERSE_BITS) {
                step++;
            }
            inverse[i] = (short) step;
        }
        return inverse;
    }

    /** Returns the probability below a place that is given in steps of the table from its beginning. */
    static int below(double place) {
        if (!(place > 0)) {
            return 0;
        }
        return place < LAST ? TABLE[(int) place] : ONE;
    }

    /** Returns the last step that is not above this much probability. */
    static int place(int probability) {
        int step = INVERSE[probability >> INVERSE_BITS];
        while (step < LAST - 1 && TABLE[step + 1] <= probability) {
            step++;
        }
        return step;
    }
}
