package dev.varve.testkit.contract.series;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.rollup.Rollup;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.History;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.testkit.contract.table.EngineContract;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A packed series gives the same outcomes and answers as the same series as items on the same engine. */
public abstract class PackedSeriesContract extends EngineContract {

    /** An event with values of all types that packed series hold. */
    public record Measured(
            String deviceId,
            Instant at,
            double temperature,
            Optional<Long> count,
            Optional<Boolean> isOn,
            Optional<String> note,
            Map<String, Double> more) {}

    @BeforeEach
    void requirePacking() {
        assumeTrue(harness().canPack(), "the engine keeps no packed series");
    }

    private static SeriesBuilder<Measured> declared() {
        return Series.of(Measured.class)
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .lookBack(Duration.ofDays(10));
    }

    private PackedTwins<Measured> twins(SeriesBuilder<Measured> items, SeriesBuilder<Measured> packed, Duration span) {
        List<SeriesBuilder<Measured>> declarations = new ArrayList<>(List.of(items, packed));
        return new PackedTwins<>(
                harness().engine(), clock(), () -> declarations.remove(0), span, harness()::newTableName);
    }

    private static Measured measured(String device, Instant at, double temperature) {
        return new Measured(device, at, temperature, Optional.empty(), Optional.empty(), Optional.empty(), Map.of());
    }

    private Instant hour() {
        return clock().instant().truncatedTo(ChronoUnit.HOURS);
    }

    @Test
    void randomHistoryGivesTheSameAnswers() {
        Seeds.run(2 * harness().thoroughness().seeds(), seed -> walk(seed, false, Layout.PACKED));
    }

    @Test
    void randomHistoryThatIsPackedSinceAnInstantGivesTheSameAnswers() {
        Seeds.run(harness().thoroughness().seeds(), seed -> walk(seed, harness().hasFeed(), Layout.PACKED_SINCE));
    }

    @Test
    void randomHistoryThatIsPackedInTheMiddleGivesTheSameAnswers() {
        Seeds.run(harness().thoroughness().seeds(), seed -> walk(seed, harness().hasFeed(), Layout.PACKED_LATER));
    }

    /** How the second series of the twins is stored. */
    private enum Layout {
        PACKED,
        /** As items before an instant. */
        PACKED_SINCE,
        /** As items, until they are packed. */
        PACKED_LATER
    }

    @Test
    void randomHistoryGivesTheSameRollups() {
        assumeTrue(harness().hasFeed());
        Seeds.run(harness().thoroughness().seeds(), seed -> walk(seed, true, Layout.PACKED));
    }

    private void walk(long seed, boolean hasRollups, Layout layout) {
        Draw draw = new Draw(seed);
        ConflictPolicy conflicts = draw.oneOf(ConflictPolicy.values());
        boolean isBucketed = draw.chance(50);
        @Nullable Duration keep = draw.chance(50) ? Duration.ofDays(3) : null;
        Duration span =
                draw.oneOf(Duration.ofMinutes(30), Duration.ofHours(1), Duration.ofHours(4), Duration.ofDays(1));
        long about = hour().getEpochSecond() - draw.below(100_000);
        Instant since = Instant.ofEpochSecond(about - about % span.toSeconds());
        PackedTwins<Measured> twins = new PackedTwins<>(
                harness().engine(),
                clock(),
                () -> drawn(conflicts, isBucketed, keep, hasRollups),
                span,
                harness()::newTableName,
                series -> switch (layout) {
                    case PACKED -> series.packed(span);
                    case PACKED_SINCE -> series.packedSince(since, span);
                    case PACKED_LATER -> series;
                });
        int steps = 2 * harness().thoroughness().operations();
        int packedAt = layout == Layout.PACKED_LATER ? draw.between(steps / 4, steps * 3 / 4) : -1;
        for (int step = 0; step < steps; step++) {
            String at = "seed %s, step %s".formatted(seed, step);
            if (step == packedAt) {
                twins.pack();
                reads(at + " packed", draw, twins);
            }
            switch (draw.below(15)) {
                case 0 -> clock().advance(Duration.ofSeconds(draw.below(7_200)));
                case 1 -> twins.flush();
                case 2 -> twins.tick();
                case 14 -> twins.join();
                case 3 -> twins.crash();
                case 4 -> {
                    Measured event = event(draw);
                    twins.same(at, series -> series.correct(event));
                }
                case 5 -> {
                    Measured event = event(draw);
                    twins.same(at, series -> series.delete(event));
                }
                case 6, 7 -> twins.appendAll(at, draw.times(draw.between(1, 20), () -> event(draw)));
                case 8 -> {
                    if (draw.chance(20)) {
                        twins.closeAndReopen();
                    }
                    if (harness().canRemoveExpired()) {
                        harness().removeExpired();
                    }
                }
                case 9 -> {
                    if (hasRollups) {
                        for (int device = 0; device < 3; device++) {
                            twins.rollups(at, "d" + device, "temperature");
                        }
                    }
                }
                default -> twins.append(at, event(draw));
            }
            reads(at, draw, twins);
        }
        if (hasRollups) {
            twins.flush();
            twins.rollups("seed %s, end".formatted(seed), "d0", "temperature");
            twins.verify("seed %s, end".formatted(seed), Duration.ofDays(5));
        }
    }

    private static SeriesBuilder<Measured> drawn(
            ConflictPolicy conflicts, boolean isBucketed, @Nullable Duration keep, boolean hasRollups) {
        SeriesBuilder<Measured> series = declared()
                .partition(isBucketed ? "DEVICE#{deviceId}#{at:day}" : "DEVICE#{deviceId}")
                .onConflict(conflicts);
        series = hasRollups ? series.rollUp(Rollup.of("temperature").hourly().daily()) : series;
        return keep == null ? series : series.keep(keep);
    }

    private void reads(String at, Draw draw, PackedTwins<Measured> twins) {
        String device = "d" + draw.below(3);
        twins.same(at, series -> series.latest(device));
        Instant from = drawClock(draw);
        Instant to = from.plusSeconds(draw.below(100_000));
        boolean isBackwards = draw.chance(50);
        boolean isFiltered = draw.chance(33);
        Function<OpenSeries<Measured>, History<Measured>> query = series -> {
            History<Measured> history = series.history(device).between(from, to).consistent();
            history = isBackwards ? history.newestFirst() : history;
            return isFiltered ? history.where(attr("temperature").from(22)) : history;
        };
        twins.history(at, draw.between(1, 10), query);
    }

    private Instant drawClock(Draw draw) {
        long back = draw.chance(25) ? draw.below(200_000) : draw.below(4_000);
        return clock().instant().minusSeconds(back).truncatedTo(ChronoUnit.MINUTES);
    }

    private Measured event(Draw draw) {
        Map<String, Double> more = new LinkedHashMap<>();
        for (int i = draw.below(3); i > 0; i--) {
            more.put("f." + i, (double) draw.below(5));
        }
        return new Measured(
                "d" + draw.below(3),
                drawClock(draw),
                draw.chance(25) ? draw.nextDouble() : 20 + draw.below(50) / 10.0,
                draw.chance(25) ? Optional.of(draw.nextLong()) : Optional.empty(),
                draw.chance(25) ? Optional.of(draw.chance(50)) : Optional.empty(),
                draw.chance(25) ? Optional.of("note " + draw.below(3)) : Optional.empty(),
                more);
    }

    @Test
    void eachConflictPolicyDecidesAsForItems() {
        for (ConflictPolicy policy : ConflictPolicy.values()) {
            PackedTwins<Measured> twins =
                    twins(declared().onConflict(policy), declared().onConflict(policy), Duration.ofHours(1));
            Instant at = hour();
            Measured first = new Measured(
                    "d", at, 20, Optional.of(1L), Optional.empty(), Optional.of("first"), Map.of("a", 1.0, "b", 2.0));
            Measured second = new Measured(
                    "d", at, 21, Optional.empty(), Optional.of(true), Optional.of("second"), Map.of("b", 3.0));
            for (String where : List.of("in memory", "in a block", "after a crash")) {
                String as = policy + " " + where;
                twins.append(as, first);
                twins.append(as, first);
                twins.append(as, second);
                twins.history(as, 1, series -> series.history("d").between(at, at.plusSeconds(1)));
                twins.same(as, series -> series.correct(second));
                twins.append(as, first);
                twins.same(as, series -> series.delete(at, "d"));
                twins.same(as, series -> series.delete(at, "d"));
                twins.append(as, second);
                if (where.equals("in memory")) {
                    twins.flush();
                } else {
                    twins.crash();
                }
            }
        }
    }

    @Test
    void bucketOfManyRowsIsStoredInSeveralItems() {
        PackedTwins<Measured> twins = twins(declared(), declared(), Duration.ofDays(1));
        Instant start = hour().minus(Duration.ofHours(30)).truncatedTo(ChronoUnit.DAYS);
        int size = 33_500;
        for (int from = 0; from < size; from += 5_000) {
            List<Measured> some = new ArrayList<>();
            for (int i = from; i < Math.min(size, from + 5_000); i++) {
                some.add(measured("d", start.plusSeconds(2L * i), i % 100 / 10.0));
            }
            assertThat(twins.packed().appendAll(some).leftovers()).isEmpty();
        }
        for (String where : List.of("in memory", "in blocks", "changed", "changed in blocks", "shrunk")) {
            switch (where) {
                case "in blocks", "changed in blocks" -> {
                    twins.flush();
                    twins.crash();
                }
                case "changed" -> {
                    twins.packed().append(measured("d", start.plusSeconds(3), 50));
                    twins.packed().delete(start.plusSeconds(4), "d");
                }
                case "shrunk" -> {
                    OpenSeries<Measured> series = twins.packed();
                    series.deleteAll(series.history("d").between(start.plusSeconds(10), start.plusSeconds(66_000)));
                    twins.flush();
                    twins.crash();
                }
                default -> {}
            }
            History<Measured> all = twins.packed()
                    .history("d")
                    .between(start, start.plus(Duration.ofDays(1)))
                    .consistent();
            List<Measured> expected = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                boolean isThere = !where.equals("shrunk") || 2 * i < 10 || 2 * i >= 66_000;
                boolean isDeleted = i == 2 && !where.startsWith("in ");
                if (isThere && !isDeleted) {
                    expected.add(measured("d", start.plusSeconds(2L * i), i % 100 / 10.0));
                }
                if (i == 1 && !where.startsWith("in ")) {
                    expected.add(measured("d", start.plusSeconds(3), 50));
                }
            }
            assertThat(all.count()).as(where).isEqualTo(expected.size());
            assertThat(all.list()).as(where).isEqualTo(expected);
            assertThat(all.newestFirst().limit(3).list())
                    .as(where)
                    .containsExactly(
                            expected.get(expected.size() - 1),
                            expected.get(expected.size() - 2),
                            expected.get(expected.size() - 3));
        }
    }

    @Test
    void bucketOfLongTextsIsStoredInSeveralItems() {
        PackedTwins<Measured> twins = twins(declared(), declared(), Duration.ofHours(1));
        Draw draw = new Draw(1);
        Instant start = hour().minus(Duration.ofHours(2));
        for (int i = 0; i < 25; i++) {
            StringBuilder text = new StringBuilder();
            while (text.length() < 40_000) {
                text.append(Long.toString(draw.nextLong(), 36));
            }
            Measured event = new Measured(
                    "d",
                    start.plusSeconds(i),
                    i,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(text.toString()),
                    Map.of());
            twins.append("event " + i, event);
            if (i == 13) {
                twins.flush();
            }
        }
        Function<OpenSeries<Measured>, History<Measured>> all = series ->
                series.history("d").between(start, start.plusSeconds(100)).consistent();
        twins.history("in memory", 7, all);
        twins.flush();
        twins.crash();
        twins.history("in blocks", 7, all);
        twins.history("in blocks, backwards", 7, series -> all.apply(series).newestFirst());
        twins.same("deleted", series -> series.deleteAll(series.history("d").between(start, start.plusSeconds(20))));
        twins.flush();
        twins.crash();
        twins.history("fewer items", 7, all);
        twins.same("deleted", series -> series.deleteAll(all.apply(series)));
        twins.flush();
        twins.crash();
        twins.history("no item", 7, all);
    }

    @Test
    void rowsExpireOneByOne() {
        PackedTwins<Measured> twins =
                twins(declared().keep(Duration.ofDays(3)), declared().keep(Duration.ofDays(3)), Duration.ofDays(1));
        Instant start = hour().minus(Duration.ofDays(1));
        List<Measured> events = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            events.add(measured("d", start.plus(Duration.ofHours(i)), i));
        }
        twins.appendAll("at first", events);
        for (int days = 0; days < 5; days++) {
            String at = "after %s days".formatted(days);
            clock().advance(Duration.ofHours(19));
            if (days == 1) {
                twins.flush();
            }
            if (harness().canRemoveExpired()) {
                harness().removeExpired();
            }
            twins.history(
                    at,
                    5,
                    series -> series.history("d")
                            .between(start, start.plus(Duration.ofDays(1)))
                            .consistent());
            twins.same(at, series -> series.latest("d"));
            // An expired row is as good as none.
            twins.append(at, measured("d", start.plus(Duration.ofHours(20)), 7));
            twins.same(at, series -> series.correct(measured("d", start.plus(Duration.ofHours(3)), 8)));
            twins.tick();
        }
    }
}
