package dev.varve.benchmarks.series;

import dev.varve.benchmarks.series.Meter.Cost;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of two implementations, measured in turns so that other load on the machine affects both.
 *
 * @param other the implementation to compare with
 */
record Contest(String name, Meter meter, Way ours, Way other) {

    /** Runs the operation once, and returns its result. */
    @FunctionalInterface
    interface Way {
        Object run() throws Exception;
    }

    /** The interval between reads of the CPU clock, which is slow to read. */
    private static final long GLANCE_NANOS = 2_000_000;

    /** The number and length of the rounds and of the warm-up, in CPU time. */
    record Effort(int rounds, long roundMillis, long warmUpMillis) {

        /** Returns a copy with rounds this many times as long, for slow calls. */
        Effort longer(int times) {
            return new Effort(rounds, times * roundMillis, warmUpMillis);
        }
    }

    /** The cost of each implementation: the median of all rounds, and the median of the ratios. */
    record Result(Contest contest, List<Cost> ours, List<Cost> others) {

        double ours(ToDoubleFunction<Cost> what) {
            return middle(ours.stream().map(what::applyAsDouble).toList());
        }

        double other(ToDoubleFunction<Cost> what) {
            return middle(others.stream().map(what::applyAsDouble).toList());
        }

        double ratio(ToDoubleFunction<Cost> what) {
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < ours.size(); i++) {
                ratios.add(what.applyAsDouble(ours.get(i)) / what.applyAsDouble(others.get(i)));
            }
            return middle(ratios);
        }
    }

    /** Keeps the last result, so that the compiler cannot remove the call. */
    @SuppressWarnings("UnusedVariable") // Only written, so that the compiler keeps the calls.
    private static volatile @Nullable Object last;

    Result run(Effort effort) throws Exception {
        System.out.println("measuring " + name + " …");
        long half = effort.warmUpMillis / 2;
        cost(ours, half);
        cost(other, half);
        cost(ours, half);
        cost(other, half);
        List<Cost> firsts = new ArrayList<>();
        List<Cost> seconds = new ArrayList<>();
        for (int round = 0; round < effort.rounds; round++) {
            firsts.add(cost(ours, effort.roundMillis));
            seconds.add(cost(other, effort.roundMillis));
        }
        return new Result(this, firsts, seconds);
    }

    /** Runs for this much CPU time; wall-clock time says little on a busy machine. */
    private Cost cost(Way way, long millis) throws Exception {
        Meter.Reading start = meter.read();
        Meter.Reading now = start;
        long calls = 0;
        while (now.processor() - start.processor() < millis * 1_000_000) {
            long next = now.wall() + GLANCE_NANOS;
            do {
                last = way.run();
                calls++;
            } while (System.nanoTime() < next);
            now = meter.read();
        }
        return now.since(start, calls);
    }

    static double middle(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }
}
