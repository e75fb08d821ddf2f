package dev.varve.benchmarks.codec;

import dev.varve.benchmarks.Measurement;
import dev.varve.block.internal.BlockEncoder;
import dev.varve.block.internal.stream.Effort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Measures bytes per value of blocks and of other codecs, on any folder of readings. */
public final class CodecMeasurement implements Measurement {

    private static final int[] POINTS = {60, 240, 1_000};
    private static final String TIMES = "timestamps";
    private static final String TSFILE = "TsFile";

    /** What each class must not exceed: points, bytes per value. */
    private record Bar(String kind, int points, double require, double stretch) {}

    private static final List<Bar> BARS = List.of(
            new Bar("sensors", 1_000, 0.75, 0.70),
            new Bar("sensors", 60, 0.92, 0.86),
            new Bar("cloud metrics", 1_000, 2.1, 1.95),
            new Bar("full-precision noise", 1_000, 6.35, 6.25),
            new Bar("rollups and float32", 1_000, 1.85, 1.70),
            new Bar(TIMES, 1_000, 0.10, 0.085));

    /** The sum of a class's columns, per codec. */
    private static final class Means {
        private final Map<String, Double> sums = new LinkedHashMap<>();
        private int columns;

        void add(Map<String, Double> sizes) {
            columns++;
            sizes.forEach((codec, size) -> sums.merge(codec, size, Double::sum));
        }

        double of(String codec) {
            return sums.getOrDefault(codec, Double.NaN) / columns;
        }
    }

    private final List<String> smaller = new ArrayList<>();
    private final Map<String, Means> classes = new TreeMap<>();

    @Override
    public String name() {
        return "codec";
    }

    @Override
    public String usage() {
        return "--data DIR [--own]  bytes per value of blocks, Gorilla, Chimp128 and TsFile on gzipped CSV files"
                + " ts_ms,<column>,…; --own leaves out TsFile";
    }

    @Override
    public int run(String[] args) throws Exception {
        List<String> given = List.of(args);
        int data = given.indexOf("--data");
        boolean isOwn = given.contains("--own");
        if (data < 0 || args.length != (isOwn ? 3 : 2) || data + 1 >= args.length) {
            System.out.println("codec takes --data DIR and --own");
            return 2;
        }
        Path folder = Path.of(args[data + 1]);
        if (!Files.isDirectory(folder)) {
            System.out.println("there is no folder " + folder);
            return 2;
        }
        List<DataFile> files = DataFile.all(folder);
        if (files.isEmpty()) {
            System.out.println("there are no .csv.gz files in " + folder);
            return 2;
        }
        try {
            print(
                    "%-52s %6s %7s %7s %8s %9s %7s  %s",
                    "column", "points", "dense", "fast", "Gorilla", "Chimp128", TSFILE, "");
            for (DataFile file : files) {
                measure(file, isOwn);
            }
        } catch (ColumnSizes.NotLossless e) {
            System.out.println("NOT LOSSLESS: " + e.getMessage());
            return 1;
        }
        CodecSpeed speed = new CodecSpeed(files);
        CodecSpeed.Ratios dense = speed.ratios(Effort.DENSE);
        CodecSpeed.Ratios fast = speed.ratios(Effort.FAST);
        return report(files, dense, fast) ? 0 : 1;
    }

    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    private void measure(DataFile file, boolean isOwn) throws Exception {
        for (int points : POINTS) {
            if (file.times().length < points) {
                continue;
            }
            Map<String, Double> times = ColumnSizes.times(file.name(), file.times(), points);
            line(file.name() + " " + TIMES, points, times, "");
            means(TIMES, points).add(times);
            for (int i = 0; i < file.values().length; i++) {
                measure(file, i, points, isOwn);
            }
        }
    }

    private void measure(DataFile file, int column, int points, boolean isOwn) throws Exception {
        String name = file.name() + "." + file.columns().get(column);
        double[] values = file.values()[column];
        Map<String, Double> sizes = new LinkedHashMap<>(ColumnSizes.own(name, values, points));
        Map<String, Double> references = ColumnSizes.references(values, points, isOwn);
        String best = "";
        for (Map.Entry<String, Double> reference : references.entrySet()) {
            if (reference.getKey().startsWith(TSFILE)) {
                if (reference.getValue() < sizes.getOrDefault(TSFILE, Double.MAX_VALUE)) {
                    best = reference.getKey();
                    sizes.put(TSFILE, reference.getValue());
                }
            } else {
                sizes.put(reference.getKey(), reference.getValue());
            }
            if (reference.getValue() < sizes.getOrDefault("dense", 0.0)) {
                smaller.add("%s, %s points: %s".formatted(name, points, reference.getKey()));
            }
        }
        line(name, points, sizes, best);
        means(file.kind(), points).add(sizes);
    }

    private Means means(String kind, int points) {
        return classes.computeIfAbsent(key(kind, points), any -> new Means());
    }

    private static String key(String kind, int points) {
        return String.format(Locale.ROOT, "%-22s %5d", kind, points);
    }

    private static void line(String name, int points, Map<String, Double> sizes, String note) {
        print(
                "%-52s %6d %7.3f %7.3f %8.3f %9.3f %7.3f  %s",
                name,
                points,
                sizes.getOrDefault("dense", Double.NaN),
                sizes.getOrDefault("fast", Double.NaN),
                sizes.getOrDefault("Gorilla", Double.NaN),
                sizes.getOrDefault("Chimp128", Double.NaN),
                sizes.getOrDefault(TSFILE, Double.NaN),
                note);
    }

    private boolean report(List<DataFile> files, CodecSpeed.Ratios dense, CodecSpeed.Ratios fast) {
        System.out.println();
        print("%-30s %7s %7s %8s %9s %7s", "mean bytes per value", "dense", "fast", "Gorilla", "Chimp128", TSFILE);
        classes.forEach((kind, means) -> print(
                "%-30s %7.3f %7.3f %8.3f %9.3f %7.3f",
                kind,
                means.of("dense"),
                means.of("fast"),
                means.of("Gorilla"),
                means.of("Chimp128"),
                means.of(TSFILE)));
        System.out.println();
        print("%-30s %9s %14s", "readings of 3 fields in 1 KB", "bare", "with summaries");
        files.stream()
                .filter(ItemFill::suits)
                .forEach(file -> print(
                        "%-30s %9.0f %14.0f",
                        file.name(), ItemFill.readings(file), ItemFill.readings(file, BlockEncoder.of(Effort.DENSE))));
        System.out.println();
        boolean isMet = true;
        for (Bar bar : BARS) {
            Means means = classes.get(key(bar.kind, bar.points));
            if (means != null) {
                double size = means.of("dense");
                isMet &= size <= bar.require;
                print(
                        "%-22s %5d points %8.3f  require %5.3f  stretch %5.3f  %s",
                        bar.kind,
                        bar.points,
                        size,
                        bar.require,
                        bar.stretch,
                        met(size <= bar.require, size <= bar.stretch));
            }
        }
        isMet &= ratio("dense encode", dense.encode(), 0.05, 0.12);
        isMet &= ratio("dense decode", dense.decode(), 0.10, 0.25);
        isMet &= ratio("fast encode", fast.encode(), 0.4, 1);
        isMet &= ratio("fast decode", fast.decode(), 1.5, 3);
        print("columns where a reference is smaller: %d %s", smaller.size(), smaller);
        return isMet && smaller.isEmpty();
    }

    private static boolean ratio(String name, double ratio, double require, double stretch) {
        print(
                "%-22s speed / Gorilla %8.3f  require %5.3f  stretch %5.3f  %s",
                name, ratio, require, stretch, met(ratio >= require, ratio >= stretch));
        return ratio >= require;
    }

    private static String met(boolean isRequired, boolean isStretch) {
        return isStretch ? "stretch met" : isRequired ? "met" : "missed";
    }
}
