package dev.varve.examples;

import dev.varve.Varve;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Declares a series, appends a reading, and reads the latest one and those of the last hour. */
public final class QuickStart {

    private QuickStart() {}

    // README: quick start
    record Reading(String deviceId, Instant at, double temperature) {}

    static final Series<Reading> READINGS = Series.of(Reading.class)
            .partition("DEVICE#{deviceId}")
            .sort("READING#{at}") // {at} is the clock of the series
            .keep(Duration.ofDays(30))
            .build();

    static List<Reading> run(Varve db, Instant now) {
        OpenSeries<Reading> readings = db.series(READINGS);
        readings.append(new Reading("sensor_01", now, 22.4)); // sent again, it is a duplicate
        readings.latest("sensor_01").ifPresent(System.out::println);
        return readings.history("sensor_01").last(Duration.ofHours(1)).list();
    }

    public static void main(String[] args) {
        try (Varve db = Varve.open(RocksDbEngine.open(Path.of("data")), "telemetry", READINGS)) {
            run(db, Instant.now()).forEach(System.out::println);
        }
    }
    // README: end
}
