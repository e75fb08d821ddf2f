package dev.varve.examples;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.schema.Schema;
import dev.varve.series.History;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Monthly partitions, a range over three of them, and a change of the layout in between. */
public final class MonthSpanning {

    private MonthSpanning() {}

    record Reading(String deviceId, Instant at, double temperature) {}

    // guide: buckets
    static final Series<Reading> MONTHS = Series.of(Reading.class)
            .named("readings")
            .partition("{deviceId}#{at:month}")
            .sort("{at}")
            .build();
    // guide: end

    // guide: epoch
    /** From the middle of February on there is a partition for each day; what is older stays where it is. */
    static final Series<Reading> DAYS = Series.of(Reading.class)
            .named("readings")
            .partition("{deviceId}#{at:month}")
            .sort("{at}")
            .since(Instant.parse("2025-02-15T00:00:00Z"), "{deviceId}#{at:day}")
            .build();
    // guide: end

    static List<String> run(Engine engine, InstantSource clock) {
        Varve months = Varve.open(engine, Schema.of("months", MONTHS));
        Varve days = Varve.open(engine, Schema.of("days", DAYS));
        return List.of(tell(months.series(MONTHS)), tell(days.series(DAYS)));
    }

    private static String tell(OpenSeries<Reading> readings) {
        for (String day : List.of("2025-01-30", "2025-01-31", "2025-02-14", "2025-02-28", "2025-03-01")) {
            readings.append(new Reading("thermostat-1", Instant.parse(day + "T23:59:59Z"), 21));
        }
        // guide: range
        History<Reading> range = readings.history("thermostat-1")
                .between(Instant.parse("2025-01-31T00:00:00Z"), Instant.parse("2025-03-01T00:00:00Z"));
        // guide: end
        List<String> found = range.stream()
                .map(reading -> reading.at().toString().substring(5, 10))
                .toList();
        return range.explain().details().get(0) + ", found " + found;
    }

    public static void main(String[] args) {
        Embedded.print(MonthSpanning::run);
    }
}
