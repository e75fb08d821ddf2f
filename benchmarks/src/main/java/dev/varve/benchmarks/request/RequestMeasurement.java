package dev.varve.benchmarks.request;

import dev.varve.benchmarks.Measurement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Compares the DynamoDB engine's overhead with hand-written requests, in CPU time and in allocated bytes. */
public final class RequestMeasurement implements Measurement {

    /** The allowed ratio of the engine's cost to that of hand-written code. */
    private static final double GOAL = 1.2;

    private static final String ALLOCATED = "gc.alloc.rate.norm";
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
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(RequestBenchmark.class.getName() + "\\.")
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        if (quick) {
            options.forks(1).warmupIterations(5).measurementIterations(10).measurementTime(TimeValue.milliseconds(100));
        }
        Map<String, RunResult> results = new TreeMap<>();
        for (RunResult result : new Runner(options.build()).run()) {
            String benchmark = result.getParams().getBenchmark();
            results.put(benchmark.substring(benchmark.lastIndexOf('.') + 1), result);
        }
        report(results);
        return 0;
    }

    private static void report(Map<String, RunResult> results) {
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
            RunResult engine = result(results, each);
            RunResult byHand = result(results, each + "ByHand");
            double time = nanos(engine) / nanos(byHand);
            double memory = bytes(engine) / bytes(byHand);
            met &= time <= GOAL && memory <= GOAL;
            System.out.printf(
                    Locale.ROOT,
                    "%-8s %7.0f ns %7.0f ns %6.2fx %8.0f B %8.0f B %6.2fx%n",
                    each,
                    nanos(byHand),
                    nanos(engine),
                    time,
                    bytes(byHand),
                    bytes(engine),
                    memory);
        }
        System.out.printf(Locale.ROOT, "goal %.1fx: %s%n", GOAL, met ? "met" : "missed");
    }

    private static RunResult result(Map<String, RunResult> results, String name) {
        RunResult result = results.get(name);
        if (result == null) {
            throw new IllegalStateException(name + " was not measured");
        }
        return result;
    }

    private static double nanos(RunResult result) {
        return secondary(result, CpuProfiler.RESULT);
    }

    private static double bytes(RunResult result) {
        return secondary(result, ALLOCATED);
    }

    private static double secondary(RunResult result, String name) {
        double score = Objects.requireNonNull(result.getSecondaryResults().get(name), name)
                .getScore();
        if (!(score > 0)) {
            throw new IllegalStateException("%s of %s is %s: nothing was measured"
                    .formatted(name, result.getParams().getBenchmark(), score));
        }
        return score;
    }
}
