package dev.varve.examples;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.key.Parts;
import dev.varve.rollup.Counter;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.StateTime;
import dev.varve.rollup.TimeWeighted;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Energy meters and the ventilation of a building: consumption, time in a state, average over time. */
public final class BuildingMeters {

    private BuildingMeters() {}

    // guide: counters
    record Meter(String meterId, Instant at, double energy) {}

    static final Counter ENERGY = Counter.of("energy");

    static final Series<Meter> METERS = Series.of(Meter.class)
            .named("meters")
            .partition("METER#{meterId}")
            .sort("READING#{at}")
            .rollUp(Rollup.of().measure(ENERGY).hourly().daily().monthly())
            .build();
    // guide: end

    // guide: states
    record Report(String unitId, Instant at, String mode, boolean filterIsDirty, double airflow) {}

    static final StateTime MODE = StateTime.of("mode").holds(Duration.ofMinutes(30));
    static final StateTime DIRTY = StateTime.of("filterIsDirty");
    static final TimeWeighted AIRFLOW = TimeWeighted.of("airflow").holds(Duration.ofMinutes(30));

    static final Series<Report> VENTILATION = Series.of(Report.class)
            .named("ventilation")
            .partition("UNIT#{unitId}")
            .sort("REPORT#{at}")
            .rollUp(Rollup.of()
                    .measure(MODE)
                    .measure(DIRTY)
                    .measure(AIRFLOW)
                    .hourly()
                    .daily())
            .build();
    // guide: end

    static List<String> run(Engine engine, InstantSource clock) {
        List<String> lines = new ArrayList<>();
        Varve db = Varve.open(engine, Schema.of("building-meters", METERS, VENTILATION));
        OpenSeries<Meter> meters = db.series(METERS);
        Instant today = clock.instant().truncatedTo(ChronoUnit.DAYS);
        for (int hour = 0; hour < 48; hour++) {
            Instant at = today.minus(Duration.ofHours(40 - hour)).plusSeconds(600);
            meters.append(new Meter("meter-1", at, hour < 44 ? 500 + hour * 0.5 : (hour - 44) * 0.5));
            meters.append(new Meter("meter-2", at, 70 + hour));
        }
        OpenSeries<Report> ventilation = db.series(VENTILATION);
        ventilation.append(new Report("unit-1", today.plusSeconds(3_600), "low", false, 100));
        ventilation.append(new Report("unit-1", today.plusSeconds(4_500), "high", false, 300));
        ventilation.append(new Report("unit-1", today.plusSeconds(6_000), "off", true, 0));
        db.processing().catchUp(Duration.ofMinutes(1));

        // guide: read counters
        RollupRow day = meters.rollups("meter-1").daily().since(today).list().get(0);
        double used = ENERGY.increase(day).orElse(0);
        double perSecond = ENERGY.rate(day).orElse(0);
        long resets = ENERGY.resets(day);
        // guide: end
        lines.add("meter-1 used %s kWh today, %s W on average, resets: %s"
                .formatted(used, Math.round(perSecond * 3_600 * 1_000), resets));

        // guide: bill
        Map<Parts, List<RollupRow>> rows = meters.rollupsOf(
                List.of("meter-1", "meter-2"), each -> each.daily().since(today));
        BigDecimal bill = rows.values().stream().map(ENERGY::total).reduce(BigDecimal.ZERO, BigDecimal::add);
        // guide: end
        lines.add("both used %s kWh".formatted(bill));

        // guide: read states
        RollupRow hour = ventilation
                .rollups("unit-1")
                .hourly()
                .between(today.plusSeconds(3_600), today.plusSeconds(7_200))
                .list()
                .get(0);
        Duration high = MODE.in(hour, "high");
        long changes = MODE.changes(hour);
        double duty = DIRTY.share(hour, "true").orElse(0); // the share of the time for which the state is known
        double airflow = AIRFLOW.avg(hour).orElse(0);
        // guide: end
        lines.add("high for %s minutes, %s changes".formatted(high.toMinutes(), changes));
        lines.add("dirty for %s %% of the hour, %s m³/h on average".formatted(Math.round(100 * duty), airflow));
        lines.add("known in the next hour: "
                + MODE.known(ventilation
                        .rollups("unit-1")
                        .hourly()
                        .between(today.plusSeconds(7_200), today.plusSeconds(10_800))
                        .list()
                        .get(0)));
        db.processing().close();
        return lines;
    }
}
