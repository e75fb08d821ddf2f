package dev.varve.block.internal.model;

/**
 * Predicts the next change of a sequence from its last two changes and its distance to the running mean, with weights that it
 * learns by recursive least squares.
 */
final class LinearPredictor {

    /** How much of what was learnt stays with each value. */
    private static final double KEPT = 0.998;

    /** The variance of a weight before anything is known, in units of the first scale. */
    private static final double FIRST_VARIANCE = 0.3;

    /** Above this sum of variances nothing is forgotten any more, so that quiet stretches do not make it unstable. */
    private static final double LARGEST_VARIANCE = 40;

    /** Larger errors, in units of the current scale, are outliers and count as this. */
    private static final double OUTLIER = 4;

    private static final double TOO_LARGE = 1e30;

    /** The first values are all learnt from, then every fourth. */
    private static final int ALWAYS = 128;

    private final double scale;
    private final double unit;

    private int seen;
    private double input1;
    private double input2;
    private double input3;
    private double error;
    private double usual;
    private double weight1;
    private double weight2;
    private double weight3;

    // The variances of the weights: a symmetric matrix.
    private double v11;
    private double v12;
    private double v13;
    private double v22;
    private double v23;
    private double v33;

    LinearPredictor(double scale) {
        this.scale = scale;
        this.unit = 1 / scale;
        reset();
    }

    private void reset() {
        weight1 = 0;
        weight2 = 0;
        weight3 = 0;
        v11 = FIRST_VARIANCE;
        v22 = FIRST_VARIANCE;
        v33 = FIRST_VARIANCE;
        v12 = 0;
        v13 = 0;
        v23 = 0;
    }

    /**
     * Returns the change that is expected after the last two, the newest first. Then learns from the error before: a value
     * later than it could, so that the next value need not wait for it.
     */
    double predict(double change1, double change2, double toMean) {
        double next1 = change1 * unit;
        double next2 = change2 * unit;
        double next3 = toMean * unit;
        double change = (weight1 * next1 + weight2 * next2 + weight3 * next3) * scale;
        // What is known after some values changes slowly, and learning takes time.
        if (seen < ALWAYS || (seen & 3) == 0) {
            learn();
        }
        seen++;
        input1 = next1;
        input2 = next2;
        input3 = next3;
        return change;
    }

    /** Takes the error of the last prediction; {@code ofMost} is the size of most errors. */
    void error(double ofLast, double ofMost) {
        error = ofLast;
        usual = ofMost;
    }

    private void learn() {
        double gain1 = v11 * input1 + v12 * input2 + v13 * input3;
        double gain2 = v12 * input1 + v22 * input2 + v23 * input3;
        double gain3 = v13 * input1 + v23 * input2 + v33 * input3;
        double spread = KEPT + input1 * gain1 + input2 * gain2 + input3 * gain3;
        double limit = OUTLIER * usual;
        double bounded = (error > limit ? limit : error < -limit ? -limit : error) * unit;
        // Written so that NaN and infinity reset too.
        if (!(spread >= KEPT * 0.99 && spread < TOO_LARGE && Math.abs(bounded) < TOO_LARGE)) {
            reset();
            return;
        }
        double shrink = 1 / spread;
        double step1 = gain1 * shrink;
        double step2 = gain2 * shrink;
        double step3 = gain3 * shrink;
        weight1 += step1 * bounded;
        weight2 += step2 * bounded;
        weight3 += step3 * bounded;
        double grow = v11 + v22 + v33 < LARGEST_VARIANCE ? 1 / KEPT : 1;
        v11 = (v11 - step1 * gain1) * grow;
        v12 = (v12 - step1 * gain2) * grow;
        v13 = (v13 - step1 * gain3) * grow;
        v22 = (v22 - step2 * gain2) * grow;
        v23 = (v23 - step2 * gain3) * grow;
        v33 = (v33 - step3 * gain3) * grow;
    }
}
