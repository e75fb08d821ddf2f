package dev.varve.examples;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Queries across devices: all readings of a building on one day, and all anomalies. */
public final class LocationIndex {

    private LocationIndex() {}

    record Reading(String deviceId, String location, Instant at, double temperature, boolean anomaly) {}

    // guide: indexes
    static final Series<Reading> READINGS = Series.of(Reading.class)
            .named("readings")
            .partition("DEVICE#{deviceId}")
            .sort("READING#{at}")
            .index("byLocation", "{location}#{at:day}", "{at}#{deviceId}")
            .sparseIndex("anomalies", "anomaly", "ANOMALY#{at:day}", "{at}#{deviceId}")
            .build();
    // guide: end

    static List<String> run(Engine engine, InstantSource clock) {
        Varve db = Varve.open(engine, Schema.of("located", READINGS));
        OpenSeries<Reading> readings = db.series(READINGS);
        Instant day = clock.instant().truncatedTo(ChronoUnit.DAYS).minus(Duration.ofDays(1));
        readings.append(new Reading("thermostat-1", "building-a", day.plusSeconds(60), 21.5, false));
        readings.append(new Reading("thermostat-2", "building-a", day.plusSeconds(30), 35.0, true));
        readings.append(new Reading("thermostat-3", "building-b", day.plusSeconds(45), 20.9, false));
        readings.append(new Reading("thermostat-1", "building-a", day.minusSeconds(1), 4.0, true));

        // guide: by
        Instant nextDay = day.plus(Duration.ofDays(1));
        List<Reading> inBuilding =
                readings.by("byLocation", "building-a").between(day, nextDay).list();
        List<Reading> anomalies = readings.by("anomalies")
                .between(day.minus(Duration.ofDays(6)), nextDay)
                .list();
        // guide: end
        return List.of(
                "in building-a: " + inBuilding.stream().map(Reading::deviceId).toList(),
                "anomalies of a week: "
                        + anomalies.stream().map(Reading::temperature).toList());
    }

    public static void main(String[] args) {
        Embedded.print(LocationIndex::run);
    }
}
