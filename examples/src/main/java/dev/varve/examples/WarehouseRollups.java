package dev.varve.examples;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.key.TimeRange;
import dev.varve.rollup.GapFill;
import dev.varve.rollup.Group;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.Stat;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Hourly, daily and monthly rollups of a warehouse's sensors and of its halls. */
public final class WarehouseRollups {

    private WarehouseRollups() {}

    // guide: declaration
    record Reading(String deviceId, Instant at, String hall, double temperature, int battery) {}

    static final Series<Reading> READINGS = Series.of(Reading.class)
            .named("readings")
            .partition("DEVICE#{deviceId}")
            .sort("READING#{at}")
            .keep(Duration.ofDays(30))
            .rollUp(Rollup.of("temperature")
                    .stats("battery", Stat.MIN, Stat.LAST)
                    .hourly(Duration.ofDays(90))
                    .daily(Duration.ofDays(730))
                    .monthly()
                    .group(Group.by("hall"))
                    .group(Group.all("warehouse")))
            .build();
    // guide: end

    static List<String> run(Engine engine, InstantSource clock) {
        List<String> lines = new ArrayList<>();
        Varve db = Varve.open(engine, Schema.of("warehouse-rollups", READINGS));
        OpenSeries<Reading> readings = db.series(READINGS);
        Instant today = clock.instant().truncatedTo(ChronoUnit.DAYS);
        for (int day = -7; day <= 0; day++) {
            Instant noon = today.plus(day, ChronoUnit.DAYS).plus(Duration.ofHours(12));
            readings.append(new Reading("sensor_01", noon, "north", 20 + day, 80));
            readings.append(new Reading("sensor_02", noon, "south", 30, 70));
        }
        for (int i = 0; i < 10; i++) {
            readings.append(new Reading("sensor_01", today.plusSeconds(i), "north", 90, 80));
        }
        // guide: processing
        db.processing().catchUp(Duration.ofMinutes(1)); // a server calls db.processing().start()
        // guide: end

        // guide: reading
        List<RollupRow> week =
                readings.rollups("sensor_01").daily().last(Duration.ofDays(7)).list();
        List<RollupRow> hours = readings.rollups("sensor_01")
                .hourly()
                .last(Duration.ofHours(6))
                .fill(GapFill.PREVIOUS)
                .list();
        List<RollupRow> chart =
                readings.rollups("sensor_01").last(Duration.ofDays(7)).auto(500).list();
        RollupRow north = readings.rollupsBy("hall", "north")
                .hourly()
                .between(today, today.plusSeconds(1))
                .list()
                .get(0);
        // guide: end
        lines.add("the last seven days are %s rows".formatted(week.size()));
        lines.add(
                "average of today: " + Math.round(week.get(6).avg("temperature").orElseThrow() * 100) / 100.0);
        lines.add("hours with what was before them: %s, points of a chart: %s".formatted(hours.size(), chart.size()));
        lines.add("the north hall had %s readings in the first hour".formatted(north.count()));

        // guide: verify
        TimeRange lastWeek = TimeRange.of(today.minus(7, ChronoUnit.DAYS), today.plus(1, ChronoUnit.DAYS));
        RollupReport report = readings.rollup().verify(lastWeek, seriesDone -> {});
        // guide: end
        lines.add(report.toString());
        db.processing().close();
        return lines;
    }
}
