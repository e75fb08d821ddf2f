package dev.varve.benchmarks;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The results of a JMH benchmark by the names of its methods. */
public final class JmhResults {

    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private final Map<String, RunResult> results = new TreeMap<>();

    /** Returns options that measure all methods of a class, and the bytes they allocate. */
    public static ChainedOptionsBuilder options(Class<?> benchmark) {
        return new OptionsBuilder()
                .include(benchmark.getName() + "\\.")
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT);
    }

    /** Runs the benchmark. */
    public JmhResults(ChainedOptionsBuilder options) throws RunnerException {
        for (RunResult result : new Runner(options.build()).run()) {
            String benchmark = result.getParams().getBenchmark();
            results.put(benchmark.substring(benchmark.lastIndexOf('.') + 1), result);
        }
    }

    /** Returns the score of a method, in the unit of its benchmark. */
    public double score(String method) {
        return result(method).getPrimaryResult().getScore();
    }

    /** Returns the bytes that a call of a method allocates. */
    public double bytes(String method) {
        return secondary(method, ALLOCATED);
    }

    /** Returns what a profiler measured of a method. */
    public double secondary(String method, String name) {
        double score = Objects.requireNonNull(
                        result(method).getSecondaryResults().get(name), name)
                .getScore();
        if (!(score > 0)) {
            throw new IllegalStateException("%s of %s is %s: nothing was measured".formatted(name, method, score));
        }
        return score;
    }

    private RunResult result(String method) {
        RunResult result = results.get(method);
        if (result == null) {
            throw new IllegalStateException(method + " was not measured");
        }
        return result;
    }
}
