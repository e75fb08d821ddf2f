package dev.varve.block.internal;

/**
 * Predicts the next value from the last three differences and the distance to the running mean, with weights that it learns by
 * recursive least squares.
 */
final class LinearPredictor {

    private static final int INPUTS = 4;

    /** How much of what was learnt stays with each value. */
    private static final double KEPT = 0.998;

    /** The variance of a weight before anything is known, in units of the first scale. */
    private static final double FIRST_VARIANCE = 0.3;

    /** Above this sum of variances nothing is forgotten any more, so that quiet stretches do not make it unstable. */
    private static final double LARGEST_VARIANCE = 40;

    /** Larger errors, in units of the current scale, are outliers and count as this. */
    private static final double OUTLIER = 4;

    private final double unit;
    private final double[] weights = new double[INPUTS];
    private final double[] inputs = new double[INPUTS];
    private final double[] gain = new double[INPUTS];
    private final double[] variances = new double[INPUTS * INPUTS];

    LinearPredictor(double scale) {
        this.unit = 1 / scale;
        reset();
    }

    private void reset() {
        for (int row = 0; row < INPUTS; row++) {
            weights[row] = 0;
            for (int column = 0; column < INPUTS; column++) {
                variances[row * INPUTS + column] = row == column ? FIRST_VARIANCE : 0;
            }
        }
    }

    /** Returns the change that is expected after the last differences, the newest first. */
    double predict(double difference1, double difference2, double difference3, double toMean) {
        inputs[0] = difference1 * unit;
        inputs[1] = difference2 * unit;
        inputs[2] = difference3 * unit;
        inputs[3] = toMean * unit;
        return (weights[0] * inputs[0] + weights[1] * inputs[1] + weights[2] * inputs[2] + weights[3] * inputs[3])
                / unit;
    }

    /** Learns from the error of the last prediction; {@code scale} is the usual size of an error. */
    void learn(double error, double scale) {
        double spread = KEPT;
        double total = 0;
        for (int row = 0; row < INPUTS; row++) {
            int at = row * INPUTS;
            double sum = variances[at] * inputs[0]
                    + variances[at + 1] * inputs[1]
                    + variances[at + 2] * inputs[2]
                    + variances[at + 3] * inputs[3];
            gain[row] = sum;
            spread += inputs[row] * sum;
            total += variances[at + row];
        }
        double limit = OUTLIER * scale;
        double bounded = Math.max(-limit, Math.min(limit, error)) * unit;
        // Written so that NaN and infinity reset too.
        if (!(spread >= KEPT * 0.99 && spread < 1e30 && Math.abs(bounded) < 1e30)) {
            reset();
            return;
        }
        double shrink = 1 / spread;
        double grow = total < LARGEST_VARIANCE ? 1 / KEPT : 1;
        for (int row = 0; row < INPUTS; row++) {
            double step = gain[row] * shrink;
            weights[row] += step * bounded;
            int at = row * INPUTS;
            for (int column = 0; column < INPUTS; column++) {
                variances[at + column] = (variances[at + column] - step * gain[column]) * grow;
            }
        }
    }
}
