package dev.varve.examples;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.item.RecordOptions;
import dev.varve.key.Tick;
import dev.varve.schema.Schema;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.Current;
import dev.varve.series.History;
import dev.varve.series.OpenTrackedSeries;
import dev.varve.series.Series;
import dev.varve.series.TrackedSeries;
import dev.varve.table.TableSchema;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A sensor network in four existing tables with different key names: readings, latest readings, hours, anomalies. */
public final class FourTables {

    private FourTables() {}

    record Reading(String sensorId, Instant at, double temperature, double humidity) {}

    record Latest(String sensorId, Instant at, double temperature, double humidity, Optional<String> locationId) {}

    record Hour(String sensorId, Instant at, long count, double min, double avg, double max) {}

    record Anomaly(Instant at, String sensorId, double temperature, String severity) {}

    // guide: tables
    private static final RecordOptions NAMES =
            RecordOptions.defaults().rename("sensorId", "SensorId").rename("at", "Timestamp");

    static final TrackedSeries<Reading, Latest> READINGS = Series.of(Reading.class)
            .partition("{sensorId}")
            .sort("{at}")
            .tick(Tick.SECONDS)
            .keep(Duration.ofDays(30))
            .options(NAMES)
            .current(Current.transactional(Latest.class)
                    .keys("{sensorId}")
                    .in("LatestReadings")
                    .options(NAMES))
            .build();

    static final Series<Hour> HOURS = Series.of(Hour.class)
            .partition("SENSOR#HOURLY#{sensorId}")
            .sort("{at:hour}")
            .rows() // one for each hour
            .onConflict(ConflictPolicy.REPLACE) // a row that is computed again replaces the old one
            .build();

    static final Series<Anomaly> ANOMALIES = Series.of(Anomaly.class)
            .partition("{at:day}")
            .sort("{at}#{sensorId}")
            .tick(Tick.SECONDS)
            .build();

    private static final TableSchema LATEST = TableSchema.named("LatestReadings")
            .partition("SensorId")
            .withoutSort()
            .build();

    static final Schema SCHEMA = Schema.of(
            Schema.in(
                    keyed("SensorReadings", "SensorId", "Timestamp")
                            .ttl("ExpireOn")
                            .build(),
                    READINGS),
            Schema.in(LATEST), // READINGS writes it
            Schema.in(keyed("AggregatedData", "GrainEntity", "TimeStamp").build(), HOURS),
            Schema.in(keyed("Anomalies", "Date", "TimestampSensor").build(), ANOMALIES));

    private static TableSchema.Builder keyed(String name, String partition, String sort) {
        return TableSchema.named(name).partition(partition).sort(sort);
    }
    // guide: end

    // guide: hour
    /** Computes the row of an hour from its readings; as often as you like. */
    static void summarize(Varve db, String sensorId, Instant hour) {
        History<Reading> readings = db.series(READINGS).history(sensorId).between(hour, hour.plus(Duration.ofHours(1)));
        DoubleSummaryStatistics all =
                readings.consistent().stream().collect(Collectors.summarizingDouble(Reading::temperature));
        db.series(HOURS).append(new Hour(sensorId, hour, all.getCount(), all.getMin(), all.getAverage(), all.getMax()));
    }
    // guide: end

    static List<String> run(Engine engine, InstantSource clock) {
        Varve db = Varve.open(engine, SCHEMA);
        Instant hour = clock.instant().truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(1));
        for (int minute = 0; minute < 60; minute++) {
            Instant at = hour.plus(Duration.ofMinutes(minute));
            db.series(READINGS).append(new Reading("sensor-456", at, minute == 30 ? 80 : 20, 58));
            if (minute == 30) {
                db.series(ANOMALIES).append(new Anomaly(at, "sensor-456", 80, "MEDIUM"));
            }
        }
        OpenTrackedSeries<Reading, Latest> readings = db.series(READINGS);
        readings.enrich("sensor-456").set("locationId", "building-3").run();
        summarize(db, "sensor-456", hour);
        summarize(db, "sensor-456", hour);
        List<Hour> hours = db.series(HOURS).history("sensor-456").list();
        History<Anomaly> anomalies = db.series(ANOMALIES).history().between(hour, clock.instant());
        return List.of(
                "latest: "
                        + readings.current("sensor-456")
                                .flatMap(Latest::locationId)
                                .orElse("nowhere"),
                "hours: " + hours.stream().map(Hour::avg).toList(),
                "anomalies: " + anomalies.count());
    }

    public static void main(String[] args) {
        Embedded.print(FourTables::run);
    }
}
