package dev.varve.benchmarks;

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

/** Compares record mappings with hand-written code, in time and in bytes allocated. */
final class RecordMappingMeasurement implements Measurement {

    /** The allowed ratio of the mapping's time to that of hand-written code. */
    private static final double BAR = 1.5;

    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final List<String> CASES = List.of("readingItem", "reading", "deviceItem", "device");

    @Override
    public String name() {
        return "records";
    }

    @Override
    public String usage() {
        return "[--quick]  records to items and back: mapping against hand-written code";
    }

    @Override
    public int run(String[] args) throws Exception {
        boolean quick = List.of(args).equals(List.of("--quick"));
        if (args.length > 0 && !quick) {
            System.out.println("records takes no argument but --quick");
            return 2;
        }
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(RecordMappingBenchmark.class.getName() + "\\.")
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT);
        if (quick) {
            options.forks(1)
                    .warmupIterations(3)
                    .measurementIterations(3)
                    .warmupTime(TimeValue.milliseconds(500))
                    .measurementTime(TimeValue.milliseconds(500));
        }
        Map<String, RunResult> results = new TreeMap<>();
        for (RunResult result : new Runner(options.build()).run()) {
            String benchmark = result.getParams().getBenchmark();
            results.put(benchmark.substring(benchmark.lastIndexOf('.') + 1), result);
        }
        return report(results);
    }

    private static int report(Map<String, RunResult> results) {
        System.out.printf(
                Locale.ROOT,
                "%-12s %10s %10s %7s %10s %10s%n",
                "",
                "by hand",
                "mapping",
                "ratio",
                "by hand",
                "mapping");
        boolean met = true;
        for (String each : CASES) {
            RunResult mapping = result(results, each);
            RunResult byHand = result(results, each + "ByHand");
            double ratio = nanos(mapping) / nanos(byHand);
            met &= ratio <= BAR;
            System.out.printf(
                    Locale.ROOT,
                    "%-12s %7.1f ns %7.1f ns %6.2fx %8.0f B %8.0f B%n",
                    each,
                    nanos(byHand),
                    nanos(mapping),
                    ratio,
                    bytes(byHand),
                    bytes(mapping));
        }
        System.out.printf(
                Locale.ROOT, "bar: at most %.1fx the time of hand-written code: %s%n", BAR, met ? "met" : "missed");
        return met ? 0 : 1;
    }

    private static RunResult result(Map<String, RunResult> results, String name) {
        RunResult result = results.get(name);
        if (result == null) {
            throw new IllegalStateException(name + " was not measured");
        }
        return result;
    }

    private static double nanos(RunResult result) {
        return result.getPrimaryResult().getScore();
    }

    private static double bytes(RunResult result) {
        return Objects.requireNonNull(result.getSecondaryResults().get(ALLOCATED), ALLOCATED)
                .getScore();
    }
}
