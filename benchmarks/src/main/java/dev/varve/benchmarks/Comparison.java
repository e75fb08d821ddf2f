package dev.varve.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A comparison of two implementations, measured in turns so that other load on the machine affects both.
 *
 * @param bar the required ratio of the first implementation's speed to the other's; 0 for none
 */
record Comparison(String name, double bar, Task first, Task other) {

    /** The warm-up of each implementation, so that the compilers have finished. */
    private static final Round WARM_UP = new Round(40_000, 15_000);

    /** Runs the operation once. */
    @FunctionalInterface
    interface Task {
        void run() throws Exception;
    }

    /** The result: operations per second, and the median of the ratios of all rounds. */
    record Result(Comparison race, double first, double other, double ratio) {

        boolean isMet() {
            return ratio >= race.bar;
        }

        @Override
        public String toString() {
            String speeds = String.format(Locale.ROOT, "%-36s %12.0f/s %12.0f/s %9.2f", race.name, first, other, ratio);
            return race.bar == 0
                    ? speeds
                    : speeds + String.format(Locale.ROOT, " %9.2f  %s", race.bar, isMet() ? "met" : "missed");
        }
    }

    static String heading(String first, String other) {
        return String.format(Locale.ROOT, "%-36s %14s %14s %9s %9s", "", first, other, "ratio", "bar");
    }

    /** The length of a round: a number of operations, but at most this time. */
    record Round(long operations, long millis) {}

    void warmUp() throws Exception {
        speed(first, WARM_UP);
        speed(other, WARM_UP);
    }

    Result run(int rounds, Round length) throws Exception {
        List<Double> firsts = new ArrayList<>();
        List<Double> others = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            double one = speed(first, length);
            double two = speed(other, length);
            firsts.add(one);
            others.add(two);
            ratios.add(one / two);
        }
        return new Result(this, middle(firsts), middle(others), middle(ratios));
    }

    private static double speed(Task task, Round length) throws Exception {
        long start = System.nanoTime();
        long end = start + length.millis * 1_000_000;
        long done = 0;
        long now;
        do {
            task.run();
            done++;
            now = System.nanoTime();
        } while (now < end && done < length.operations);
        return done * 1e9 / (now - start);
    }

    private static double middle(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }
}
