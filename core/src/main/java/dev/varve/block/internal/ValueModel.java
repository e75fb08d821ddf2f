package dev.varve.block.internal;

import java.util.Arrays;

/**
 * Says how probable each integer is as the next value of a sequence, and learns from every value.
 *
 * <p>The distribution is a mixture. Four parts are bell curves: around the last value (wide and narrow), around a linear
 * prediction, and around the running mean; each is as wide as its predictor's recent errors. The other parts are points: the
 * last value again and, with a history, the values seen so far and those that followed the last value before. The weights of
 * the parts follow how well each predicted before, in one of 16 contexts.
 *
 * <p>Large scales are coded in cells of 2^shift values. The lowest bits inside a cell are uniform, unless the cell holds a value
 * that is likely to repeat; {@link DenseLongs} codes them.
 *
 * <p>All arithmetic is of integers or of doubles with correctly rounded operations only, so encoder and decoder agree on every
 * machine. Probabilities below a cell are integers and monotone by construction.
 */
final class ValueModel {

    /** Values lie within this distance from the first one. */
    static final long LARGEST = 1L << 61;

    /** The bits of the total of all probabilities. */
    static final int TOTAL_BITS = 40;

    private static final int WEIGHT_BITS = TOTAL_BITS - StudentCurve.BITS;

    /** The share of 2^16 that is kept for values that have no probability. */
    private static final int ESCAPE_SHARE = 16;

    private static final int CURVES = 4;
    private static final int REPEAT = 4;
    private static final int FOLLOWER = 5;
    private static final int SEEN = 6;
    private static final int PARTS = 7;
    private static final int CONTEXTS = 16;

    /** A cell is at most this part of a scale: 2^-5. */
    private static final int CELL_BITS = 5;

    private static final double SMALLEST_SCALE = 0.05;
    private static final double NARROW = 0.3;
    private static final double SCALE_RATE = 0.05;
    private static final double MEAN_RATE = 0.02;

    /** The share of each weight that all parts divide evenly after each value, so that none is ever lost. */
    private static final double SHARED = 0.02;

    private static final double[] FIRST_WEIGHTS = {0.3, 0.3, 0.1, 0.1, 0.12, 0.08, 0.08};

    private final LinearPredictor linear;
    private final ValueHistory history = new ValueHistory();
    private final boolean hasHistory;
    private final int parts;

    private final double[] weights = new double[CONTEXTS * PARTS];
    private final int[] shares = new int[PARTS];
    private final double[] centre = new double[CURVES];
    private final double[] steps = new double[CURVES];
    private final int[] lower = new int[PARTS];
    private final double[] mass = new double[PARTS];

    private long value1;
    private double x1;
    private double x2;
    private double x3;
    private double x4;
    private double mean;
    private double previousScale;
    private double linearScale;
    private double meanScale;
    private int seen;
    private int repeats;

    private double prediction;
    private int context;
    private int shift;
    private long top;
    private double followerUnit;
    private double seenUnit;
    private boolean hasFollowers;
    private long size;

    /** Begins after a first value of 0. */
    ValueModel(double scale, boolean hasHistory) {
        this.linear = new LinearPredictor(scale);
        this.hasHistory = hasHistory;
        this.parts = hasHistory ? PARTS : FOLLOWER;
        this.previousScale = scale;
        this.linearScale = scale;
        this.meanScale = scale;
        double sum = 0;
        for (int part = 0; part < parts; part++) {
            sum += FIRST_WEIGHTS[part];
        }
        for (int i = 0; i < weights.length; i++) {
            weights[i] = i % PARTS < parts ? FIRST_WEIGHTS[i % PARTS] / sum : 0;
        }
        if (hasHistory) {
            history.add(0);
        }
    }

    /** Prepares the distribution of the next value. */
    void prepare() {
        prediction = x1 + linear.predict(x1 - x2, x2 - x3, x3 - x4, mean - x1);
        if (!(Math.abs(prediction) < LARGEST)) {
            prediction = x1;
        }
        curve(0, x1, previousScale);
        curve(1, prediction, linearScale);
        curve(2, x1, previousScale * NARROW);
        curve(3, mean, meanScale);
        double smallest = Math.min(previousScale, Math.min(linearScale, meanScale));
        shift = Math.max(0, Math.getExponent(smallest) - CELL_BITS);
        int exits = 0;
        if (hasHistory) {
            exits = history.exits();
            hasFollowers = exits > 0;
            followerUnit = hasFollowers ? (double) StudentCurve.ONE / exits : 0;
            seenUnit = (double) StudentCurve.ONE / Math.max(1, history.total());
        }
        int known = exits == 0 ? 0 : exits < 2 ? 1 : exits < 6 ? 2 : 3;
        context = (known * 4 + repeats) * PARTS;
        int sum = 0;
        for (int part = 0; part < parts; part++) {
            shares[part] = 1 + (int) (weights[context + part] * ((1 << WEIGHT_BITS) - ESCAPE_SHARE - PARTS));
            sum += shares[part];
        }
        top = (long) sum << StudentCurve.BITS;
    }

    private void curve(int part, double at, double scale) {
        centre[part] = at + 0.5;
        steps[part] = StudentCurve.STEPS / Math.max(scale, SMALLEST_SCALE);
    }

    /** Returns the bits of a value that its cell does not say. */
    int shift() {
        return shift;
    }

    /** Returns the total of all cells; what lies above, up to 2^40, is the escape. */
    long top() {
        return top;
    }

    long previous() {
        return value1;
    }

    ValueHistory history() {
        return history;
    }

    boolean hasHistory() {
        return hasHistory;
    }

    /** Returns a cell near the middle of the distribution. */
    long likelyCell() {
        return (long) Math.rint(prediction) >> shift;
    }

    /** Returns about how many cells the distribution is wide, at least 1. */
    long width() {
        return 1 + ((long) linearScale >> shift);
    }

    /** Returns the probability of all cells below this one. */
    long below(long cell) {
        long bound = cell << shift;
        double x = bound;
        long sum = (long) shares[0] * curveBelow(0, x)
                + (long) shares[1] * curveBelow(1, x)
                + (long) shares[2] * curveBelow(2, x)
                + (long) shares[3] * curveBelow(3, x);
        if (bound > value1) {
            sum += (long) shares[REPEAT] << StudentCurve.BITS;
        }
        if (hasHistory) {
            sum += (long) shares[FOLLOWER] * followersBelow(bound) + (long) shares[SEEN] * seenBelow(bound);
        }
        return sum;
    }

    private int curveBelow(int part, double x) {
        return StudentCurve.below((x - centre[part]) * steps[part] + StudentCurve.MIDDLE);
    }

    private int followersBelow(long bound) {
        return hasFollowers ? (int) (history.followersBelow(bound) * followerUnit) : 0;
    }

    private int seenBelow(long bound) {
        return (int) (history.below(bound) * seenUnit);
    }

    /** Chooses a cell: returns the probability below it, and sets {@link #size} and what {@link #learn} needs. */
    long choose(long cell) {
        long bound = cell << shift;
        long start = parts(bound);
        for (int part = 0; part < parts; part++) {
            lower[part] = (int) mass[part];
        }
        long end = parts(bound + (1L << shift));
        for (int part = 0; part < parts; part++) {
            mass[part] -= lower[part];
        }
        size = end - start;
        return start;
    }

    private long parts(long bound) {
        double x = bound;
        long sum = 0;
        for (int part = 0; part < CURVES; part++) {
            int below = curveBelow(part, x);
            mass[part] = below;
            sum += (long) shares[part] * below;
        }
        int repeat = bound > value1 ? StudentCurve.ONE : 0;
        mass[REPEAT] = repeat;
        sum += (long) shares[REPEAT] * repeat;
        if (hasHistory) {
            int followers = followersBelow(bound);
            int all = seenBelow(bound);
            mass[FOLLOWER] = followers;
            mass[SEEN] = all;
            sum += (long) shares[FOLLOWER] * followers + (long) shares[SEEN] * all;
        }
        return sum;
    }

    /** Returns the probability of the chosen cell; 0 means that only an escape can say it. */
    long size() {
        return size;
    }

    /** Forgets the choice: the value was coded by an escape. */
    void escaped() {
        Arrays.fill(mass, 0);
    }

    /** Learns the value that came. */
    void learn(long value) {
        reweigh();
        seen++;
        double x = value;
        double rate = Math.max(1.0 / (seen + 3), SCALE_RATE);
        double error = x - prediction;
        previousScale += rate * (Math.abs(x - x1) - previousScale);
        linearScale += rate * (Math.abs(error) - linearScale);
        meanScale += rate * (Math.abs(x - mean) - meanScale);
        mean += Math.max(1.0 / (seen + 1), MEAN_RATE) * (x - mean);
        linear.learn(error, Math.max(linearScale, SMALLEST_SCALE));
        if (hasHistory) {
            history.add(value);
        }
        repeats = (repeats << 1 | (value == value1 ? 1 : 0)) & 3;
        x4 = x3;
        x3 = x2;
        x2 = x1;
        x1 = x;
        value1 = value;
    }

    private void reweigh() {
        double total = 0;
        for (int part = 0; part < parts; part++) {
            total += weights[context + part] * mass[part];
        }
        if (total <= 0) {
            return;
        }
        double scale = (1 - SHARED) / total;
        double share = SHARED / parts;
        for (int part = 0; part < parts; part++) {
            weights[context + part] = weights[context + part] * mass[part] * scale + share;
        }
    }
}
