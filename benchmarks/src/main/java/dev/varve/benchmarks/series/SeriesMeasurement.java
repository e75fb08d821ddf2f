package dev.varve.benchmarks.series;

import dev.varve.benchmarks.Measurement;
import dev.varve.benchmarks.series.Contest.Effort;
import dev.varve.benchmarks.series.Contest.Result;
import dev.varve.benchmarks.series.Meter.Cost;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Compares series with hand-written requests and with ElectroDB, and measures reading a range from many shards. */
public final class SeriesMeasurement implements Measurement {

    /** The allowed ratio of the time of a series to that of hand-written code, from call to response. */
    private static final double GOAL = 1.1;

    /** The goal for merging and reading, in events per second. */
    private static final double EVENTS_GOAL = 1e6;

    /** The factor for rounds on DynamoDB Local, where a call takes milliseconds of CPU time. */
    private static final int LONGER_ON_LOCAL = 5;

    private static final List<String> PARTS = List.of("local", "stub", "merge", "electrodb");

    private static final Effort FULL = new Effort(25, 250, 8_000);
    private static final Effort QUICK = new Effort(9, 200, 4_000);

    private final List<String> report = new ArrayList<>();

    @Override
    public String name() {
        return "series";
    }

    @Override
    public String usage() {
        return "[--quick] [local] [stub] [merge] [electrodb]"
                + "  series against hand-written SDK code and ElectroDB; all parts unless named";
    }

    /** Succeeds even if the goals are missed, because that also depends on other load; fails if the sides differ. */
    @Override
    public int run(String[] args) throws Exception {
        List<String> parts = new ArrayList<>(List.of(args));
        Effort effort = parts.remove("--quick") ? QUICK : FULL;
        if (!PARTS.containsAll(parts)) {
            System.out.println("series takes --quick and the parts " + PARTS + "; given are " + parts);
            return 2;
        }
        for (String part : parts.isEmpty() ? PARTS : parts) {
            measure(part, effort);
        }
        System.out.println();
        report.forEach(System.out::println);
        return 0;
    }

    private void measure(String part, Effort effort) throws Exception {
        report.add(String.format(Locale.ROOT, "%s (load %.1f)", part, Meter.load()));
        switch (part) {
            case "local" -> local(RequestContest.onLocal(effort.longer(LONGER_ON_LOCAL)));
            case "stub" -> stub(RequestContest.withoutNetwork(effort));
            case "merge" -> merge(Merge.measure(effort));
            default -> electrodb(effort);
        }
        report.add("");
    }

    private void local(List<Result> results) {
        report.add(row("", "by hand", "series", "ratio", "by hand CPU", "series CPU", "ratio"));
        boolean met = true;
        for (Result result : results) {
            report.add(row(result, "µs", Cost::wall, Cost::processor));
            met &= result.ratio(Cost::wall) <= GOAL;
        }
        report.add(String.format(Locale.ROOT, "goal %.1fx from call to answer: %s", GOAL, met ? "met" : "missed"));
    }

    private void stub(List<Result> results) {
        report.add(row("", "by hand CPU", "series CPU", "ratio", "by hand B", "series B", "ratio"));
        for (Result result : results) {
            report.add(String.format(
                    Locale.ROOT,
                    "%-28s %11.0f ns %11.0f ns %6.2fx %12.0f B %12.0f B %6.2fx",
                    result.contest().name(),
                    result.other(Cost::processor),
                    result.ours(Cost::processor),
                    result.ratio(Cost::processor),
                    result.other(Cost::bytes),
                    result.ours(Cost::bytes),
                    result.ratio(Cost::bytes)));
        }
    }

    private void merge(Result result) {
        double merged = Merge.EVENTS / result.ours(Cost::processor) * 1e9;
        report.add(
                row("events a second of CPU", "1 partition", "16 shards", "cost", "B an event", "B an event", "cost"));
        report.add(String.format(
                Locale.ROOT,
                "%-28s %14.0f %14.0f %6.2fx %14.0f %14.0f %6.2fx",
                result.contest().name(),
                Merge.EVENTS / result.other(Cost::processor) * 1e9,
                merged,
                result.ratio(Cost::processor),
                result.other(Cost::bytes) / Merge.EVENTS,
                result.ours(Cost::bytes) / Merge.EVENTS,
                result.ratio(Cost::bytes)));
        report.add(String.format(
                Locale.ROOT,
                "goal %.0f events a second: %s (wall clock: %.0f)",
                EVENTS_GOAL,
                merged >= EVENTS_GOAL ? "met" : "missed",
                Merge.EVENTS / result.ours(Cost::wall) * 1e9));
    }

    private void electrodb(Effort effort) throws Exception {
        ElectroDb.Comparison comparison = ElectroDb.measure(effort);
        if (comparison.skipped() != null) {
            report.add("skipped: " + comparison.skipped());
            return;
        }
        report.add(row("", "ElectroDB CPU", "series CPU", "ratio", "ElectroDB", "series", "ratio"));
        comparison.results().forEach(result -> report.add(row(result, "µs", Cost::processor, Cost::wall)));
    }

    private static String row(String name, String... columns) {
        return String.format(
                Locale.ROOT,
                "%-28s %14s %14s %7s %14s %14s %7s",
                name,
                columns[0],
                columns[1],
                columns[2],
                columns[3],
                columns[4],
                columns[5]);
    }

    private static String row(Result result, String unit, ToDoubleFunction<Cost> first, ToDoubleFunction<Cost> second) {
        return String.format(
                Locale.ROOT,
                "%-28s %11.1f %s %11.1f %s %6.2fx %11.1f %s %11.1f %s %6.2fx",
                result.contest().name(),
                result.other(first) / 1000,
                unit,
                result.ours(first) / 1000,
                unit,
                result.ratio(first),
                result.other(second) / 1000,
                unit,
                result.ours(second) / 1000,
                unit,
                result.ratio(second));
    }
}
