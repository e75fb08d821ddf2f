package dev.varve.examples;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.rollup.Rollup;
import dev.varve.schema.Schema;
import dev.varve.series.AppendReport;
import dev.varve.series.OpenSeries;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Readings of many sensors, packed into compressed blocks. */
public final class PackedTelemetry {

    private PackedTelemetry() {}

    // guide: declaration
    record Reading(String sensorId, Instant at, double temperature, double humidity, int battery) {}

    static final Series<Reading> READINGS = Series.of(Reading.class)
            .partition("SENSOR#{sensorId}")
            .sort("READING#{at}")
            .keep(Duration.ofDays(30))
            .packed() // one block for each sensor and hour
            .rollUp(Rollup.of("temperature", "humidity").hourly().daily())
            .build();
    // guide: end

    // guide: four hours
    static final Series<Reading> LONGER_BLOCKS = Series.of(Reading.class)
            .named("longer")
            .partition("LONGER#{sensorId}")
            .sort("READING#{at}")
            .packed(Duration.ofHours(4))
            .build();
    // guide: end

    // guide: since
    static final Series<Reading> PACKED_SINCE = Series.of(Reading.class)
            .named("older")
            .partition("OLDER#{sensorId}")
            .sort("READING#{at}")
            .packedSince(Instant.parse("2027-01-01T00:00:00Z")) // earlier events are items
            .build();
    // guide: end

    static List<String> run(Engine engine, InstantSource clock) {
        Instant now = clock.instant();
        Varve db = Varve.open(engine, Schema.of("packed-telemetry", READINGS, LONGER_BLOCKS, PACKED_SINCE));
        // guide: use
        OpenSeries<Reading> readings = db.series(READINGS);
        List<Reading> batch = new ArrayList<>();
        for (int minute = 0; minute < 120; minute++) {
            Instant at = now.minus(Duration.ofMinutes(120 - minute));
            batch.add(new Reading("sensor_01", at, 20 + minute / 60.0, 45, 87));
        }
        AppendReport<Reading> report = readings.appendAll(batch); // complete when the batch is durable
        long again = readings.appendAll(batch).count(Outcome.Duplicate.class);
        long lastHour = readings.history("sensor_01").last(Duration.ofHours(1)).count();
        // guide: end
        return List.of(
                "stored: " + report.count(Outcome.Applied.class),
                "duplicates of a second attempt: " + again,
                "events of the last hour: " + lastHour,
                "newest: " + readings.latest("sensor_01").orElseThrow().temperature());
    }

    public static void main(String[] args) {
        Embedded.print(PackedTelemetry::run);
    }
}
