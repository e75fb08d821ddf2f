package dev.varve.benchmarks.peers;

import dev.varve.Varve;
import dev.varve.benchmarks.Folders;
import dev.varve.benchmarks.peers.Question.Daily;
import dev.varve.benchmarks.peers.Question.Hour;
import dev.varve.benchmarks.peers.Question.HourlyByDevice;
import dev.varve.benchmarks.peers.Question.HourlyOfFleet;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.engine.rocksdb.RocksDbOptions;
import dev.varve.key.Tick;
import dev.varve.rollup.Group;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupRow;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** This project in this process: a series on RocksDB with hourly and daily rows of devices and of the fleet. */
final class VarveDatabase implements Database {

    private static final String GROUP = "fleet";
    private static final String DEVICE = "deviceId";
    private static final Duration PATIENCE = Duration.ofHours(1);

    /** The rows of the fleet are refreshed at most once in this time. */
    private static final Duration TURN = Duration.ofMinutes(2);

    /** Longer than a day and the delay after which its blocks are joined. */
    private static final Duration REST = Duration.ofDays(2);

    private static final int MOST_TURNS = 10;

    private static final int WARM_UPS = 3;

    /** A reading of a device. */
    record Reading(String deviceId, Instant at, double temperature, double humidity, double battery) {}

    private static final Series<Reading> READINGS = Series.of(Reading.class)
            .named("readings")
            .partition("DEVICE#{deviceId}")
            .sort("READING#{at}")
            .tick(Tick.SECONDS)
            .packed()
            .rollUp(Rollup.of("temperature", "humidity", "battery")
                    .hourly()
                    .daily()
                    .group(Group.all(GROUP)))
            .build();

    private final Path folder;
    private final MutableClock clock;
    private final RocksDbEngine engine;
    private final Varve varve;
    private final OpenSeries<Reading> series;
    private List<String> ids = List.of();

    VarveDatabase(Path folder) {
        this.folder = folder;
        this.clock = new MutableClock(Instant.EPOCH);
        this.engine = RocksDbEngine.open(folder, RocksDbOptions.defaults().clock(clock));
        this.varve = Varve.on(engine).clock(clock).open("readings", READINGS);
        this.series = varve.series(READINGS);
    }

    @Override
    public void prepare(Readings readings, Readings warmUp) throws Exception {
        // The compilers are done only after several loads.
        for (int i = 0; i < WARM_UPS; i++) {
            Path other = folder.resolveSibling("warm-up");
            WarmUp.run(new VarveDatabase(other), warmUp);
            Folders.delete(other);
        }
    }

    @Override
    public long load(Readings readings) {
        clock.set(Instant.ofEpochMilli(readings.startMillis()));
        varve.processing().start();
        ids = ids(readings);
        List<Reading> batch = new ArrayList<>(BATCH);
        for (int row = 0; row < readings.rows(); row++) {
            batch.add(new Reading(
                    ids.get(readings.device(row)),
                    Instant.ofEpochMilli(readings.millis(row)),
                    readings.value(Field.TEMPERATURE, row),
                    readings.value(Field.HUMIDITY, row),
                    readings.value(Field.BATTERY, row)));
            if (batch.size() == BATCH || row + 1 == readings.rows()) {
                clock.set(Instant.ofEpochMilli(readings.millis(row)));
                append(batch);
                batch.clear();
            }
        }
        clock.set(Instant.ofEpochMilli(readings.endMillis()));
        series.seal();
        varve.processing().catchUp(PATIENCE);
        // Rows of the fleet that were refreshed before the last readings wait for their next turn.
        for (int turn = 0; turn < MOST_TURNS && count() < readings.rows(); turn++) {
            clock.set(clock.instant().plus(TURN));
            varve.processing().catchUp(PATIENCE);
        }
        return System.nanoTime();
    }

    /** Lets two days pass, after which the blocks of all days are joined, as they are in a database that is used every day. */
    @Override
    public void afterLoad() {
        clock.set(clock.instant().plus(REST));
        PackedStore store = Objects.requireNonNull(SeriesAccess.instance().packed(series));
        store.tick().join();
        store.joinAll().join();
        varve.processing().catchUp(PATIENCE);
    }

    private static List<String> ids(Readings readings) {
        List<String> ids = new ArrayList<>();
        for (int device = 0; device < readings.devices(); device++) {
            ids.add(Readings.id(device));
        }
        return ids;
    }

    private void append(List<Reading> batch) {
        if (!series.appendAll(batch).isAllStored()) {
            throw new IllegalStateException("readings were not stored");
        }
    }

    @Override
    public double processorSeconds() {
        return Processor.seconds();
    }

    @Override
    public long count() {
        return series.rollupsBy(GROUP).daily().between(Instant.EPOCH, clock.instant()).list().stream()
                .mapToLong(RollupRow::count)
                .sum();
    }

    @Override
    public List<Point> hour(Hour question) {
        return series
                .history(question.device())
                .between(Instant.ofEpochMilli(question.fromMillis()), Instant.ofEpochMilli(question.toMillis()))
                .list()
                .stream()
                .map(VarveDatabase::point)
                .toList();
    }

    private static Point point(Reading reading) {
        return new Point(
                reading.at().toEpochMilli(),
                new double[] {reading.temperature(), reading.humidity(), reading.battery()});
    }

    @Override
    public Map<String, List<Point>> latest() {
        Map<String, List<Point>> latest = new HashMap<>();
        series.latestOf(ids).forEach((parts, reading) -> latest.put(reading.deviceId(), List.of(point(reading))));
        return latest;
    }

    @Override
    public Map<String, List<Point>> hourlyByDevice(HourlyByDevice question) {
        Instant from = Instant.ofEpochMilli(question.fromMillis());
        Instant to = Instant.ofEpochMilli(question.toMillis());
        Map<String, List<Point>> hourly = new HashMap<>();
        series.rollupsOf(ids, rows -> rows.hourly().between(from, to))
                .forEach((parts, rows) -> hourly.put(parts.text(DEVICE), points(rows)));
        return hourly;
    }

    @Override
    public List<Point> hourlyOfFleet(HourlyOfFleet question) {
        return points(series.rollupsBy(GROUP)
                .hourly()
                .between(Instant.ofEpochMilli(question.fromMillis()), Instant.ofEpochMilli(question.toMillis()))
                .list());
    }

    @Override
    public List<Point> daily(Daily question) {
        return points(series.rollups(question.device())
                .daily()
                .between(Instant.ofEpochMilli(question.fromMillis()), Instant.ofEpochMilli(question.toMillis()))
                .list());
    }

    private static List<Point> points(List<RollupRow> rows) {
        List<Point> points = new ArrayList<>(rows.size());
        for (RollupRow row : rows) {
            double[] values = new double[Field.COUNT];
            for (int i = 0; i < Field.COUNT; i++) {
                values[i] = row.avg(Field.at(i).text()).orElse(Double.NaN);
            }
            points.add(new Point(row.start().toEpochMilli(), values));
        }
        return points;
    }

    @Override
    public long bytesAtRest() throws Exception {
        // The changes of the joined blocks are kept for a day after all consumers have read them.
        varve.processing().close();
        clock.set(clock.instant().plus(REST));
        engine.trimChanges();
        close();
        CompactedFolder.compact(folder);
        return Folders.diskUsage(folder);
    }

    @Override
    public void close() {
        varve.close();
        engine.close();
    }
}
