package dev.varve.testkit.contract.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.Varve;
import dev.varve.item.Item;
import dev.varve.key.Grain;
import dev.varve.key.TimeRange;
import dev.varve.rollup.Counter;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.RollupRow.Kind;
import dev.varve.rollup.StateTime;
import dev.varve.rollup.Tier;
import dev.varve.rollup.TimeWeighted;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.testkit.ReopenedEngine;
import dev.varve.testkit.contract.rollup.CarriedMeasureContract.Meter;
import dev.varve.testkit.contract.series.SeriesContract;
import dev.varve.testkit.model.CarriedModel;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Random readings, late, corrected and deleted, as items and packed, give the measures of all readings in the order of their clocks. */
public abstract class CarriedWalkContract extends SeriesContract {

    private static final Counter ENERGY = CarriedMeasureContract.ENERGY;
    private static final StateTime MODE = CarriedMeasureContract.MODE;
    private static final StateTime OPEN = CarriedMeasureContract.OPEN;
    private static final TimeWeighted FLOW = CarriedMeasureContract.FLOW;

    @BeforeEach
    void engineHasAFeed() {
        assumeTrue(harness().hasFeed());
    }

    @Test
    void randomReadingsGiveTheValuesOfAllOfThem() {
        Seeds.run(2 * harness().thoroughness().seeds(), seed -> new Walk(new Draw(seed), false).run());
    }

    @Test
    void randomReadingsOfAPackedSeriesGiveTheValuesOfAllOfThem() {
        assumeTrue(harness().canPack(), "the engine keeps no packed series");
        Seeds.run(2 * harness().thoroughness().seeds(), seed -> new Walk(new Draw(seed), true).run());
    }

    /** Readings that arrive in any order, are corrected and deleted, compared with a model of all of them. */
    private final class Walk {

        private final Draw draw;
        private final boolean isPacked;
        private final ZoneId zone;
        private final List<Grain> grains;
        private final Schema schema;
        private final Series<Meter> series;
        private final TreeMap<Instant, Meter> all = new TreeMap<>();
        private Varve open;

        Walk(Draw draw, boolean isPacked) {
            this.draw = draw;
            this.isPacked = isPacked;
            // In Berlin and New York, days of 23 hours lie in the last weeks.
            zone = draw.oneOf(
                    ZoneOffset.UTC,
                    ZoneId.of("Europe/Berlin"),
                    ZoneId.of("Asia/Kolkata"),
                    ZoneId.of("America/New_York"));
            grains = draw.oneOf(
                    List.of(Grain.HOUR, Grain.DAY, Grain.MONTH),
                    List.of(Grain.MINUTE, Grain.HOUR, Grain.MONTH),
                    List.of(Grain.HOUR),
                    List.of(Grain.DAY, Grain.MONTH));
            Rollup rollup = CarriedMeasureContract.measures();
            for (Grain grain : grains) {
                rollup = rollup.tier(Tier.of(grain));
            }
            SeriesBuilder<Meter> declaration =
                    CarriedMeasureContract.declared(rollup).zone(zone);
            if (draw.chance(30)) {
                declaration =
                        declaration.partition("METER#{meterId}#{at:month}").lookBack(Duration.ofDays(60));
            }
            series = (isPacked
                            ? declaration.packed(
                                    draw.oneOf(Duration.ofHours(1), Duration.ofHours(4), Duration.ofDays(1)))
                            : declaration)
                    .build();
            schema = Schema.of(harness().newTableName(), series);
            open = reopened();
        }

        private Varve reopened() {
            return Varve.on(new ReopenedEngine(harness().engine()))
                    .clock(clock())
                    .owner("walk")
                    .open(schema);
        }

        private OpenSeries<Meter> meters() {
            return open.series(series);
        }

        void run() {
            int steps = 2 * harness().thoroughness().operations();
            for (int step = 0; step < steps; step++) {
                switch (draw.below(12)) {
                    case 0 -> clock().advance(Duration.ofSeconds(draw.below(draw.chance(20) ? 200_000 : 9_000)));
                    case 1 -> remove();
                    case 2 -> correct();
                    case 3 -> {
                        if (isPacked) {
                            meters().seal();
                        }
                    }
                    case 4 -> {
                        if (draw.chance(30)) {
                            open.close();
                            open = reopened();
                        }
                    }
                    case 5 -> compare("step " + step);
                    default -> append();
                }
            }
            compare("end");
            open.processing().catchUp(CarriedMeasureContract.PATIENCE);
            TimeRange range = TimeRange.of(clock().instant().minus(Duration.ofDays(80)), clock().instant());
            RollupReport report = meters().rollup().verify(range, done -> {});
            assertThat(report.isClean()).as(report.toString()).isTrue();
            assertThat(meters().rollup().rebuild(range, done -> {}).wrong()).isZero();
            compare("rebuilt");
            open.close();
        }

        private Instant drawClock() {
            int back = draw.oneOf(600, 8_000, 8_000, 200_000, 3_000_000);
            Instant at = clock().instant().minusSeconds(draw.below(back));
            return draw.chance(25)
                    ? at.truncatedTo(ChronoUnit.HOURS)
                    : at.minusMillis(draw.below(1_000)).truncatedTo(ChronoUnit.MILLIS);
        }

        private Meter drawn(Instant at) {
            return new Meter(
                    "m-1",
                    at,
                    draw.chance(60) ? Optional.of(decimal(1_000)) : Optional.empty(),
                    draw.chance(40) ? Optional.of("s" + draw.below(3)) : Optional.empty(),
                    draw.chance(40) ? Optional.of(draw.chance(50)) : Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    drawnMore());
        }

        private Map<String, Double> drawnMore() {
            Map<String, Double> more = new TreeMap<>();
            for (String entry : List.of("flow", "other")) {
                if (draw.chance(60)) {
                    more.put(entry, decimal(50).doubleValue());
                }
            }
            return more;
        }

        private BigDecimal decimal(int bound) {
            return BigDecimal.valueOf(draw.below(bound), draw.below(3));
        }

        private void append() {
            Meter event = drawn(drawClock());
            if (all.putIfAbsent(event.at(), event) == null) {
                meters().append(event);
            }
        }

        private void correct() {
            if (!all.isEmpty()) {
                Meter event = drawn(draw.oneOf(List.copyOf(all.keySet())));
                all.put(event.at(), event);
                meters().correct(event);
            }
        }

        private void remove() {
            if (!all.isEmpty()) {
                Instant at = draw.oneOf(List.copyOf(all.keySet()));
                all.remove(at);
                meters().delete(at, "m-1");
            }
        }

        private Optional<BigDecimal> flow(Meter event) {
            return Optional.ofNullable(event.more().get("flow")).map(BigDecimal::valueOf);
        }

        private <T> CarriedModel<T> model(Function<Meter, Optional<T>> component, Duration limit) {
            List<CarriedModel.Reading<T>> readings = all.values().stream()
                    .flatMap(event ->
                            component.apply(event).stream().map(value -> new CarriedModel.Reading<>(event.at(), value)))
                    .toList();
            return new CarriedModel<>(readings, limit, clock().instant());
        }

        private void compare(String step) {
            open.processing().catchUp(CarriedMeasureContract.PATIENCE);
            for (Grain grain : grains) {
                Instant last = clock().instant();
                Instant from = start(grain, last.minusSeconds(draw.oneOf(0, 4_000, 100_000, 3_500_000)));
                Instant to = draw.chance(50) ? last.plusSeconds(1) : from.plusSeconds(1 + draw.below(400_000));
                if (grain == Grain.MINUTE) {
                    to = from.plusSeconds(draw.below(8_000));
                }
                compare(step + " " + grain + " of " + zone + " from " + from, grain, from, to);
            }
        }

        private Instant start(Grain grain, Instant clock) {
            ZonedDateTime local = clock.atZone(zone);
            return switch (grain) {
                case MINUTE -> clock.truncatedTo(ChronoUnit.MINUTES);
                // The offsets of these zones change at whole hours.
                case HOUR -> local.truncatedTo(ChronoUnit.HOURS).toInstant();
                case DAY -> local.toLocalDate().atStartOfDay(zone).toInstant();
                case MONTH ->
                    local.toLocalDate().withDayOfMonth(1).atStartOfDay(zone).toInstant();
                case YEAR -> throw new IllegalArgumentException();
            };
        }

        private Instant end(Grain grain, Instant start) {
            ZonedDateTime local = start.atZone(zone);
            return switch (grain) {
                case MINUTE -> start.plusSeconds(60);
                case HOUR -> start.plusSeconds(3_600);
                case DAY -> local.toLocalDate().plusDays(1).atStartOfDay(zone).toInstant();
                case MONTH ->
                    local.toLocalDate().plusMonths(1).atStartOfDay(zone).toInstant();
                case YEAR -> throw new IllegalArgumentException();
            };
        }

        private void compare(String at, Grain grain, Instant from, Instant to) {
            Map<Instant, RollupRow> rows = meters().rollups("m-1").of(grain).between(from, to).list().stream()
                    .collect(Collectors.toMap(RollupRow::start, row -> row));
            CarriedModel<BigDecimal> energy = model(Meter::energy, ENERGY.reach());
            CarriedModel<String> mode = model(Meter::mode, MODE.reach());
            CarriedModel<Boolean> isOpen = model(Meter::isOpen, OPEN.reach());
            CarriedModel<BigDecimal> flow = model(this::flow, FLOW.reach());
            for (Instant start = from; start.isBefore(to); start = end(grain, start)) {
                TimeRange bucket = TimeRange.of(start, end(grain, start));
                RollupRow found = rows.remove(start);
                RollupRow row = found == null ? new RollupRow(start, bucket.to(), Kind.FILLED, Item.empty()) : found;
                assertThat(row.end()).as(at).isEqualTo(bucket.to());
                String where = at + " bucket " + bucket;
                if (energy.hasReading(bucket)) {
                    assertThat(row.attributes().number("increaseEnergy").value())
                            .as(where)
                            .isEqualByComparingTo(energy.increase(bucket));
                } else {
                    assertThat(ENERGY.increase(row)).as(where).isEmpty();
                }
                assertThat(ENERGY.resets(row)).as(where).isEqualTo(energy.resets(bucket));
                assertThat(MODE.times(row)).as(where).isEqualTo(mode.held(bucket));
                assertThat(MODE.changes(row)).as(where).isEqualTo(mode.changes(bucket));
                assertThat(MODE.known(row)).as(where).isEqualTo(mode.known(bucket));
                assertThat(OPEN.in(row, "true"))
                        .as(where)
                        .isEqualTo(isOpen.held(bucket).getOrDefault(true, Duration.ZERO));
                assertThat(OPEN.changes(row)).as(where).isEqualTo(isOpen.changes(bucket));
                assertThat(FLOW.known(row)).as(where).isEqualTo(flow.known(bucket));
                if (FLOW.known(row).isZero()) {
                    assertThat(FLOW.avg(row)).as(where).isEmpty();
                } else {
                    assertThat(row.attributes().number("integralFlow").value())
                            .as(where)
                            .isEqualByComparingTo(flow.integral(bucket));
                }
            }
            assertThat(rows).as(at).isEmpty();
        }
    }
}
