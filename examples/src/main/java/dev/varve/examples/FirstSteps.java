package dev.varve.examples;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.schema.Schema;
import dev.varve.series.Series;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The shortest way to declare a series, append to it and read it. */
public final class FirstSteps {

    // guide: declare
    record Reading(String deviceId, Instant at, double temperature) {}

    static final Series<Reading> READINGS = Series.of(Reading.class)
            .partition("DEVICE#{deviceId}") // one partition for each device
            .sort("READING#{at}") // ordered by time; {at} is the clock
            .keep(Duration.ofDays(30)) // retention
            .build();
    // guide: end

    private FirstSteps() {}

    public static void main(String[] args) {
        Embedded.print(FirstSteps::run);
    }

    static List<String> run(Engine engine, InstantSource clock) {
        Instant now = clock.instant();
        Varve db = Varve.open(engine, Schema.of("first-steps", READINGS));
        // guide: append
        Reading reading = new Reading("sensor_01", now, 22.4);
        boolean isStored = db.series(READINGS).append(reading).isStored(); // sending it twice stores it once
        // guide: end
        db.series(READINGS).append(reading);
        // guide: read
        Optional<Reading> latest = db.series(READINGS).latest("sensor_01");
        List<Reading> lastHour = db.series(READINGS)
                .history("sensor_01")
                .last(Duration.ofHours(1))
                .list();
        // guide: end
        return List.of(
                "stored: " + isStored,
                "latest: " + latest.map(Reading::temperature).orElseThrow(),
                "in the last hour: " + lastHour.size());
    }
}
