package dev.varve.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.Varve;
import dev.varve.item.Value;
import dev.varve.key.Grain;
import dev.varve.key.TimeRange;
import dev.varve.rollup.RollupQuery;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.Stat;
import dev.varve.series.OpenSeries;
import dev.varve.testkit.ReopenedEngine;
import dev.varve.testkit.model.Figures;
import dev.varve.testkit.random.Draw;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Compares all rows with the ledger, once the workers have caught up. */
final class RollupCheck {

    private static final Duration CLOSED_AFTER = Duration.ofMinutes(1);
    private static final double CLOSE = 1e-9;

    private final DrawnRollup drawn;
    private final Ledger ledger;
    private final OpenSeries<SimEvent> series;
    private final Instant now;
    private final TimeRange all;
    private final Figures figures;

    RollupCheck(SimWorker.Post post, Ledger ledger, TimeRange all, Figures figures) {
        this.drawn = post.drawn();
        this.ledger = ledger;
        this.now = post.clock().instant();
        this.all = all;
        this.figures = figures;
        series = Varve.on(new ReopenedEngine(post.engine()))
                .clock(post.clock())
                .open(post.schema())
                .series(drawn.series());
    }

    /** Reads all rows in several ways. */
    void run(Draw draw) {
        for (int tier = 0; tier < drawn.lengths().size(); tier++) {
            for (String device : Writers.DEVICES) {
                Map<Instant, List<SimEvent>> expected =
                        ledger.buckets(tier, false, sample -> sample.device().equals(device));
                RollupQuery rows = series.rollups(device);
                whole(tier, device, rows, expected);
                if (tier == 0 || draw.chance(30)) {
                    whole(tier, "fresh " + device, rows.fresh(), expected);
                }
                last(tier, device, rows, expected, Duration.ofHours(draw.between(1, 24 * 40)));
                part(tier, device, rows, expected, draw);
            }
            if (drawn.isByPlace()) {
                for (String place : Writers.PLACES) {
                    group(
                            tier,
                            place,
                            series.rollupsBy(DrawnRollup.PLACE, place),
                            sample -> sample.place().filter(place::equals).isPresent());
                }
            }
            if (drawn.isByAll()) {
                group(tier, "all", series.rollupsBy(DrawnRollup.FLEET), sample -> true);
            }
        }
        RollupReport report = series.rollup().verify(all, done -> {});
        assertThat(report.isClean()).as("verify: %s", report).isTrue();
        figures.count("rows verified: " + (report.sealed() > 0 ? "some sealed" : "none sealed"));
    }

    private void group(int tier, String value, RollupQuery rows, Predicate<SimEvent> which) {
        Map<Instant, List<SimEvent>> expected = ledger.buckets(tier, true, which);
        whole(tier, "group " + value, rows, expected);
        last(tier, "group " + value, rows, expected, Duration.ofDays(7));
    }

    private void whole(int tier, String subject, RollupQuery rows, Map<Instant, List<SimEvent>> expected) {
        Grain grain = grain(tier);
        compare(
                tier,
                subject,
                expected,
                rows.of(grain).between(all.from(), all.to()).list());
    }

    private void last(
            int tier, String subject, RollupQuery rows, Map<Instant, List<SimEvent>> expected, Duration duration) {
        Map<Instant, List<SimEvent>> lately = new TreeMap<>(expected);
        lately.keySet().removeIf(start -> !start.isAfter(now.minus(duration)) || start.isAfter(now));
        compare(
                tier,
                "last " + duration + " of " + subject,
                lately,
                rows.of(grain(tier)).last(duration).list());
    }

    private void part(int tier, String subject, RollupQuery rows, Map<Instant, List<SimEvent>> expected, Draw draw) {
        if (expected.isEmpty()) {
            return;
        }
        Instant from = draw.oneOf(List.copyOf(expected.keySet())).plusSeconds(draw.oneOf(0, 0, 1, -1));
        Instant to = from.plusSeconds(draw.between(1, 86_400 * 40));
        Map<Instant, List<SimEvent>> inside = new TreeMap<>(expected);
        inside.keySet().removeIf(start -> start.isBefore(from) || !start.isBefore(to));
        compare(
                tier,
                "from %s to %s of %s".formatted(from, to, subject),
                inside,
                rows.of(grain(tier)).between(from, to).list());
    }

    private Grain grain(int tier) {
        return drawn.lengths().get(tier).grain();
    }

    /**
     * Returns whether closed rows may be computed on read: the fresh ones, and those of groups of packed events. A group row of packed
     * events is computed as long as a mark asks for its refresh, and a superseded worker may set a mark after the last refresh.
     */
    private boolean isRecomputed(String subject) {
        return subject.contains("fresh") || drawn.isPacked() && subject.contains("group");
    }

    private void compare(int tier, String subject, Map<Instant, List<SimEvent>> expected, List<RollupRow> rows) {
        Map<Instant, List<SimEvent>> missing = new TreeMap<>(expected);
        missing.keySet().removeIf(start -> drawn.isRowExpired(tier, start, now));
        Instant before = Instant.MIN;
        for (RollupRow row : rows) {
            String what =
                    "%s row of %s at %s, a %s one".formatted(grain(tier).word(), subject, row.start(), row.kind());
            assertThat(row.start()).as(what).isAfter(before);
            before = row.start();
            assertThat(row.end()).as(what).isEqualTo(drawn.calendar().end(grain(tier), row.start()));
            assertThat(drawn.isRowExpired(tier, row.start(), now))
                    .as(what + " is over")
                    .isFalse();
            boolean isClosed = tier > 0 && !row.end().plus(CLOSED_AFTER).isAfter(now);
            if (isClosed && !isRecomputed(subject)) {
                assertThat(row.kind()).as(what).isEqualTo(RollupRow.Kind.STORED);
            }
            List<SimEvent> samples = missing.remove(row.start());
            compare(what, samples == null ? List.of() : samples, row);
            figures.count("rows compared: " + row.kind());
        }
        assertThat(missing)
                .as("missing %s rows of %s", grain(tier).word(), subject)
                .isEmpty();
    }

    private void compare(String what, List<SimEvent> samples, RollupRow row) {
        assertThat(row.count()).as(what + ": count of " + samples).isEqualTo(samples.size());
        for (Map.Entry<String, Set<Stat>> field : drawn.stats().entrySet()) {
            Tally tally = new Tally(samples, field.getKey());
            for (Stat stat : field.getValue()) {
                compare(what + ": " + stat + " of " + samples, stat, field.getKey(), tally, row);
            }
        }
    }

    private static void compare(String what, Stat stat, String field, Tally tally, RollupRow row) {
        OptionalDouble found = row.get(stat, field);
        switch (stat) {
            case COUNT -> assertThat(row.count(field)).as(what).isEqualTo(tally.count());
            case MIN -> assertThat(found).as(what).isEqualTo(tally.min());
            case MAX -> assertThat(found).as(what).isEqualTo(tally.max());
            case SUM -> close(what, OptionalDouble.of(tally.sum()), found);
            case AVG -> close(what, tally.avg(), found);
            case STDDEV -> close(what, tally.stddev(), found);
            case FIRST -> end(what, tally.count() == 0 ? null : tally.first(), found, stat.of(field), row);
            case LAST -> end(what, tally.count() == 0 ? null : tally.last(), found, stat.of(field), row);
        }
    }

    private static void close(String what, OptionalDouble expected, OptionalDouble found) {
        assertThat(found.isPresent()).as(what).isEqualTo(expected.isPresent());
        if (expected.isPresent()) {
            double value = expected.getAsDouble();
            assertThat(found.getAsDouble()).as(what).isEqualTo(value, within(CLOSE * Math.max(1, Math.abs(value))));
        }
    }

    private static void end(
            String what, Tally.@Nullable End expected, OptionalDouble found, String attribute, RollupRow row) {
        if (expected == null) {
            assertThat(found).as(what).isEmpty();
            return;
        }
        assertThat(found).as(what).hasValue(expected.value());
        assertThat(row.find(attribute + "At"))
                .as(what + " at")
                .get()
                .extracting(value -> Instant.parse(((Value.Text) value).value()))
                .isEqualTo(expected.clock());
    }
}
