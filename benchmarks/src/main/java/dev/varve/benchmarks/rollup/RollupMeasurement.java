package dev.varve.benchmarks.rollup;

import dev.varve.Varve;
import dev.varve.benchmarks.Folders;
import dev.varve.benchmarks.Measurement;
import dev.varve.engine.rocksdb.Durability;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.key.TimeRange;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupReport;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.testkit.MutableClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Measures how fast rows are updated, read and verified, on RocksDB. */
public final class RollupMeasurement implements Measurement {

    private static final Instant START = Instant.parse("2060-04-01T00:00:00Z");
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final double GOAL = 100_000;
    private static final int WEEK = 7;

    private record Reading(String deviceId, Instant at, double temperature, double humidity) {}

    private static final Series<Reading> READINGS = Series.of(Reading.class)
            .named("readings")
            .partition("DEVICE#{deviceId}")
            .sort("READING#{at}")
            .rollUp(Rollup.of("temperature", "humidity").hourly().daily())
            .build();

    private final List<String> report = new ArrayList<>();

    @Override
    public String name() {
        return "rollup";
    }

    @Override
    public String usage() {
        return "[--quick]  feed and hourly rows, reads of 7 days of 1,000 devices, verify; on RocksDB";
    }

    @Override
    public int run(String[] args) throws Exception {
        boolean isQuick = List.of(args).contains("--quick");
        if (args.length > (isQuick ? 1 : 0)) {
            System.out.println("rollup takes --quick");
            return 2;
        }
        int devices = isQuick ? 200 : 1_000;
        // The first round is the warm-up.
        for (int round = 0; round < 2; round++) {
            report.clear();
            each("readings every minute, as they come", devices, isQuick ? 2 * 60 : 4 * 60, 60);
            each("readings every second, as they come", devices / 20, isQuick ? 30 * 60 : 60 * 60, 1);
            week(devices);
        }
        System.out.println();
        report.forEach(System.out::println);
        return 0;
    }

    private interface Work {
        void on(Varve db, OpenSeries<Reading> readings, ChangeFeed feed) throws Exception;
    }

    private static void on(MutableClock clock, Work work) throws Exception {
        Path folder = Files.createTempDirectory("varve-rollup");
        try (RocksDbEngine engine = RocksDbEngine.open(
                        folder, RocksDbOptions.defaults().clock(clock).durability(Durability.WRITTEN_TO_OS));
                Varve db = Varve.on(engine).clock(clock).open("readings", READINGS)) {
            work.on(db, db.series(READINGS), engine.changes("readings"));
        } finally {
            Folders.delete(folder);
        }
    }

    private static List<Reading> readings(int devices, int count, int secondsApart) {
        List<Reading> readings = new ArrayList<>(devices * count);
        for (int i = 0; i < count; i++) {
            Instant at = START.plusSeconds((long) i * secondsApart);
            for (int device = 0; device < devices; device++) {
                readings.add(new Reading("sensor_" + device, at, 20 + (i * 7 + device) % 100 / 10.0, 40 + i % 50));
            }
        }
        return readings;
    }

    private void each(String name, int devices, int count, int secondsApart) throws Exception {
        List<Reading> readings = readings(devices, count, secondsApart);
        MutableClock clock = new MutableClock(START.plus(Duration.ofHours(12)));
        on(clock, (db, series, feed) -> {
            double appending = seconds(() -> series.appendAll(readings));
            double reading = seconds(() -> drain(feed));
            double rolling = seconds(() -> db.processing().catchUp(PATIENCE));
            double rate = readings.size() / rolling;
            report.add(String.format(
                    Locale.ROOT,
                    "%-38s %,9d readings: appended %,9.0f/s, feed alone %,9.0f/s, feed and hourly rows %,9.0f/s",
                    name,
                    readings.size(),
                    readings.size() / appending,
                    readings.size() / reading,
                    rate));
            report.add(String.format(Locale.ROOT, "goal %,.0f/s: %s", GOAL, rate >= GOAL ? "met" : "missed"));
            verify(series, clock, readings.size());
        });
    }

    private static void drain(ChangeFeed feed) {
        FeedPosition position = FeedPosition.BEGINNING;
        while (feed.read(position, 5_000).join() instanceof FeedPage.Changes page
                && !page.changes().isEmpty()) {
            position = page.next();
        }
    }

    private void verify(OpenSeries<Reading> series, MutableClock clock, int readings) {
        RollupReport[] found = new RollupReport[1];
        TimeRange all = TimeRange.of(START, clock.instant());
        double verifying = seconds(() -> found[0] = series.rollup().verify(all, done -> {}));
        if (!found[0].isClean()) {
            throw new IllegalStateException(found[0].toString());
        }
        report.add(String.format(
                Locale.ROOT,
                "  verify: %,d rows of %,d readings, %,.0f readings/s",
                found[0].rows(),
                readings,
                readings / verifying));
    }

    private void week(int devices) throws Exception {
        MutableClock clock = new MutableClock(START.plus(Duration.ofDays(WEEK)).minusSeconds(1));
        on(clock, (db, series, feed) -> {
            series.appendAll(readings(devices, WEEK * 24, 3_600));
            db.processing().catchUp(PATIENCE);
            List<String> all = IntStream.range(0, devices)
                    .mapToObj(device -> "sensor_" + device)
                    .toList();
            for (String length : List.of("daily", "hourly")) {
                long[] rows = new long[1];
                double reading = seconds(() -> rows[0] = series
                        .rollupsOf(
                                all,
                                asked -> (length.equals("daily") ? asked.daily() : asked.hourly())
                                        .last(Duration.ofDays(WEEK)))
                        .values()
                        .stream()
                        .mapToLong(List::size)
                        .sum());
                report.add(String.format(
                        Locale.ROOT,
                        "7 days of %,d devices, %s: %,d rows in %.0f ms, %,.0f devices/s",
                        devices,
                        length,
                        rows[0],
                        reading * 1_000,
                        devices / reading));
            }
        });
    }

    private static double seconds(Runnable work) {
        long begin = System.nanoTime();
        work.run();
        return (System.nanoTime() - begin) / 1e9;
    }
}
