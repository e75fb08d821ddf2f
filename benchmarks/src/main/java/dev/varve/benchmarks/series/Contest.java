package dev.varve.benchmarks.series;

import dev.varve.benchmarks.series.Meter.Cost;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Two ways to do one thing, measured in turns so that whatever else the machine does hits both.
 *
 * @param other the way to compare with
 */
record Contest(String name, Meter meter, Way ours, Way other) {

    /** Does the thing once, and returns what came of it. */
    @FunctionalInterface
    interface Way {
        Object run() throws Exception;
    }

    /** How often and how long each way is measured, and how long it runs before that. */
    record Effort(int rounds, long roundMillis, long warmUpMillis) {}

    /** What each way costs: the middle of all rounds, and the middle of the rounds' ratios. */
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

    /** Holds on to the last result, so that none is for nothing. */
    @SuppressWarnings("UnusedVariable") // To be written is what it is for.
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

    private Cost cost(Way way, long millis) throws Exception {
        Meter.Reading start = meter.read();
        long end = start.wall() + millis * 1_000_000;
        long calls = 0;
        do {
            last = way.run();
            calls++;
        } while (System.nanoTime() < end);
        return meter.read().since(start, calls);
    }

    static double middle(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }
}
