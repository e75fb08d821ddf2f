package dev.varve.benchmarks.request;

import dev.varve.benchmarks.JmhResults;
import dev.varve.benchmarks.Measurement;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Compares the DynamoDB engine's overhead with hand-written requests, in CPU time and in allocated bytes. */
public final class RequestMeasurement implements Measurement {

    /** The allowed ratio of the engine's cost to that of hand-written code. */
    private static final double GOAL = 1.2;

    private static final List<String> CASES = List.of("get", "put", "update", "query");

    @Override
    public String name() {
        return "request";
    }

    @Override
    public String usage() {
        return "[--quick]  DynamoDB engine against hand-written SDK code, without a network";
    }

    /** Succeeds even if the goal is missed, because that also depends on other load; fails if the two sides differ. */
    @Override
    public int run(String[] args) throws Exception {
        boolean quick = List.of(args).equals(List.of("--quick"));
        if (args.length > 0 && !quick) {
            System.out.println("request takes no argument but --quick");
            return 2;
        }
        ChainedOptionsBuilder options = JmhResults.options(RequestBenchmark.class)
                .addProfiler(CpuProfiler.class)
                .shouldFailOnError(true);
        if (quick) {
            options.forks(1).warmupIterations(5).measurementIterations(10).measurementTime(TimeValue.milliseconds(100));
        }
        report(new JmhResults(options));
        return 0;
    }

    private static void report(JmhResults results) {
        System.out.printf(
                Locale.ROOT,
                "%-8s %10s %10s %7s %10s %10s %7s%n",
                "",
                "by hand",
                "engine",
                "ratio",
                "by hand",
                "engine",
                "ratio");
        boolean met = true;
        for (String each : CASES) {
            String byHand = each + "ByHand";
            double time = nanos(results, each) / nanos(results, byHand);
            double memory = results.bytes(each) / results.bytes(byHand);
            met &= time <= GOAL && memory <= GOAL;
            System.out.printf(
                    Locale.ROOT,
                    "%-8s %7.0f ns %7.0f ns %6.2fx %8.0f B %8.0f B %6.2fx%n",
                    each,
                    nanos(results, byHand),
                    nanos(results, each),
                    time,
                    results.bytes(byHand),
                    results.bytes(each),
                    memory);
        }
        System.out.printf(Locale.ROOT, "goal %.1fx: %s%n", GOAL, met ? "met" : "missed");
    }

    private static double nanos(JmhResults results, String method) {
        return results.secondary(method, CpuProfiler.RESULT);
    }
}
