package dev.varve.alert.internal;

import dev.varve.alert.Baseline;

/** The newest values of a field, up to a fixed number. */
public final class SlidingWindow {

    private final double[] values;
    private int next;
    private int count;

    public SlidingWindow(int room) {
        values = new double[room];
    }

    /** Adds a value; a full window drops its oldest one. */
    public void add(double value) {
        if (values.length > 0) {
            values[next] = value;
            next = (next + 1) % values.length;
            count = Math.min(count + 1, values.length);
        }
    }

    /** Returns the number of values, up to {@code most}. */
    int count(int most) {
        return Math.min(count, most);
    }

    /** Returns the mean and sample deviation of up to {@code most} of the newest values. */
    public Baseline baseline(int most) {
        int size = count(most);
        // Two passes are exact enough for values with a large offset; running sums are not.
        double mean = 0;
        for (int i = 1; i <= size; i++) {
            mean += (newest(i) - mean) / i;
        }
        double squares = 0;
        for (int i = 1; i <= size; i++) {
            double distance = newest(i) - mean;
            squares += distance * distance;
        }
        return new Baseline(mean, size < 2 ? 0 : Math.sqrt(squares / (size - 1)), size);
    }

    private double newest(int i) {
        return values[Math.floorMod(next - i, values.length)];
    }
}
