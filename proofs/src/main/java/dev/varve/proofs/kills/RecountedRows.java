package dev.varve.proofs.kills;

import dev.varve.item.Num;
import dev.varve.proofs.kills.VictimFleet.Reading;
import dev.varve.rollup.RollupQuery;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.Stat;
import dev.varve.series.OpenSeries;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Recomputes all rows from the stored readings, and compares them. */
final class RecountedRows {

    private final OpenSeries<Reading> readings;
    private final List<String> problems = new ArrayList<>();
    private long rows;

    RecountedRows(OpenSeries<Reading> readings) {
        this.readings = readings;
    }

    /** Returns the number of rows compared. */
    long rows() {
        return rows;
    }

    /** Returns the differences. */
    List<String> problems() {
        List<Reading> all = new ArrayList<>();
        for (String device : VictimFleet.DEVICES) {
            List<Reading> own = readings.history(device).list();
            all.addAll(own);
            compare(
                    device + " hourly",
                    own,
                    ChronoUnit.HOURS,
                    between(readings.rollups(device).hourly()));
            compare(
                    device + " daily",
                    own,
                    ChronoUnit.DAYS,
                    between(readings.rollups(device).daily()));
        }
        compare(
                "fleet hourly",
                all,
                ChronoUnit.HOURS,
                between(readings.rollupsBy("fleet").hourly()));
        compare(
                "fleet daily",
                all,
                ChronoUnit.DAYS,
                between(readings.rollupsBy("fleet").daily()));
        all.stream()
                .collect(Collectors.groupingBy(Reading::hall))
                .forEach((hall, some) -> compare(
                        hall + " hourly",
                        some,
                        ChronoUnit.HOURS,
                        between(readings.rollupsBy("hall", hall).hourly())));
        return problems;
    }

    private static List<RollupRow> between(RollupQuery query) {
        return query.between(VictimFleet.START, VictimFleet.START.plus(VictimFleet.LENGTH)).list().stream()
                .filter(row -> row.count() > 0)
                .toList();
    }

    private void compare(String name, List<Reading> events, ChronoUnit unit, List<RollupRow> found) {
        Map<Instant, List<Reading>> buckets = new TreeMap<>(events.stream()
                .collect(Collectors.groupingBy(reading -> reading.at().truncatedTo(unit))));
        rows += buckets.size();
        if (!List.copyOf(buckets.keySet())
                .equals(found.stream().map(RollupRow::start).toList())) {
            problems.add("%s: rows of %s, readings of %s"
                    .formatted(name, found.stream().map(RollupRow::start).toList(), buckets.keySet()));
            return;
        }
        found.forEach(row -> compare(name, row, Objects.requireNonNull(buckets.get(row.start()))));
    }

    private void compare(String name, RollupRow row, List<Reading> events) {
        List<Double> values = events.stream()
                .sorted(Comparator.comparing(Reading::at))
                .map(Reading::temperature)
                .toList();
        BigDecimal sum = values.stream().map(BigDecimal::valueOf).reduce(BigDecimal.ZERO, BigDecimal::add);
        boolean isRight = row.count() == events.size()
                && row.find("sumTemperature").orElseThrow().equals(Num.of(sum))
                && row.min("temperature").orElseThrow()
                        == values.stream().mapToDouble(value -> value).min().orElseThrow()
                && row.max("temperature").orElseThrow()
                        == values.stream().mapToDouble(value -> value).max().orElseThrow();
        if (name.startsWith("d-")) {
            isRight &= row.get(Stat.FIRST, "temperature").orElseThrow() == values.get(0)
                    && row.get(Stat.LAST, "temperature").orElseThrow() == values.get(values.size() - 1);
        }
        if (!isRight) {
            problems.add("%s: %s is of %s".formatted(name, row, events));
        }
    }
}
