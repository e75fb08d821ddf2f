package dev.varve.benchmarks;

import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Compares record mappings with hand-written code, in time and in bytes allocated. */
final class RecordMappingMeasurement implements Measurement {

    /** The allowed ratio of the mapping's time to that of hand-written code. */
    private static final double BAR = 1.5;

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
        ChainedOptionsBuilder options = JmhResults.options(RecordMappingBenchmark.class);
        if (quick) {
            options.forks(1)
                    .warmupIterations(3)
                    .measurementIterations(3)
                    .warmupTime(TimeValue.milliseconds(500))
                    .measurementTime(TimeValue.milliseconds(500));
        }
        return report(new JmhResults(options));
    }

    private static int report(JmhResults results) {
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
            String byHand = each + "ByHand";
            double ratio = results.score(each) / results.score(byHand);
            met &= ratio <= BAR;
            System.out.printf(
                    Locale.ROOT,
                    "%-12s %7.1f ns %7.1f ns %6.2fx %8.0f B %8.0f B%n",
                    each,
                    results.score(byHand),
                    results.score(each),
                    ratio,
                    results.bytes(byHand),
                    results.bytes(each));
        }
        System.out.printf(
                Locale.ROOT, "bar: at most %.1fx the time of hand-written code: %s%n", BAR, met ? "met" : "missed");
        return met ? 0 : 1;
    }
}
