package dev.varve.block.internal;

/**
 * The cumulative distribution of Student's t with 4 degrees of freedom, as integers: bell-shaped with heavy tails, as the errors
 * of predictions are.
 *
 * <p>Its mean absolute value is 1, so the mean error of a predictor is its scale. Integers, and a table that is built from
 * correctly rounded operations only, make the curve monotone and the same on every machine.
 */
final class StudentCurve {

    /** The bits of a probability: the curve rises from 0 to {@code ONE}. */
    static final int BITS = 24;

    static final int ONE = 1 << BITS;

    /** Steps of the table for one scale. */
    static final int STEPS = 16;

    /** The curve is 0 below minus this many scales and 1 above. */
    private static final int REACH = 32;

    static final int MIDDLE = REACH * STEPS;
    private static final int LAST = 2 * MIDDLE;
    private static final int FRACTION_BITS = 16;

    private static final int[] TABLE = table();

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

    /** Returns the probability below a place that is given in steps of the table from its beginning. */
    static int below(double place) {
        if (!(place > 0)) {
            return 0;
        }
        if (place >= LAST) {
            return ONE;
        }
        int step = (int) place;
        int fraction = (int) ((place - step) * (1 << FRACTION_BITS));
        int from = TABLE[step];
        return from + (int) ((long) (TABLE[step + 1] - from) * fraction >> FRACTION_BITS);
    }
}
