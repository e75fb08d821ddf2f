package dev.varve.examples;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.schema.Schema;
import dev.varve.series.AppendReport;
import dev.varve.series.History;
import dev.varve.series.OpenSeries;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;

/** A device that sends more than one partition accepts: it writes to ten partitions, which are read as one. */
public final class ShardedWrites {

    private ShardedWrites() {}

    record Reading(String deviceId, Instant at, double temperature) {}

    // guide: shards
    static final Series<Reading> READINGS = Series.of(Reading.class)
            .named("readings")
            .partition("{deviceId}#{shard:10}") // computed from the event, so a retry has the same shard
            .sort("{at}")
            .build();
    // guide: end

    static List<String> run(Engine engine, InstantSource clock) {
        Varve db = Varve.open(engine, Schema.of("sharded", READINGS));
        OpenSeries<Reading> readings = db.series(READINGS);
        Instant start = clock.instant().truncatedTo(ChronoUnit.SECONDS).minusSeconds(100);
        List<Reading> sent = IntStream.range(0, 100)
                .mapToObj(second -> new Reading("sensor-123", start.plusSeconds(second), second))
                .toList();

        // guide: many
        AppendReport<Reading> report = readings.appendAll(sent);
        if (!report.leftovers().isEmpty()) { // throttled, or the outcome is unknown
            readings.appendAll(report.leftovers());
        }
        // guide: end
        AppendReport<Reading> again = readings.appendAll(sent);
        // guide: merged
        History<Reading> minute = readings.history("sensor-123").between(start.plusSeconds(20), start.plusSeconds(80));
        List<Reading> inOrder = minute.list(); // ten partitions, merged by the clock
        String plan = minute.explain().details().get(0);
        // guide: end
        return List.of(
                "applied: " + report.count(Outcome.Applied.class),
                "sent again: " + again.count(Outcome.Duplicate.class) + " duplicates",
                plan,
                "read in order: " + inOrder.equals(sent.subList(20, 80)),
                "latest: "
                        + readings.latest("sensor-123")
                                .map(Reading::temperature)
                                .orElseThrow());
    }

    public static void main(String[] args) {
        Embedded.print(ShardedWrites::run);
    }
}
