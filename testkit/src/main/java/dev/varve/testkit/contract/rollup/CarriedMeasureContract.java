package dev.varve.testkit.contract.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.Varve;
import dev.varve.entity.Entity;
import dev.varve.error.Rejected;
import dev.varve.key.TimeRange;
import dev.varve.rollup.Counter;
import dev.varve.rollup.GapFill;
import dev.varve.rollup.Group;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.RollupRow.Kind;
import dev.varve.rollup.StateTime;
import dev.varve.rollup.TimeWeighted;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.testkit.contract.series.SeriesContract;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counters, times of states and averages over time are those of all readings in the order of their clocks. */
public abstract class CarriedMeasureContract extends SeriesContract {

    /** An event of a meter: each component may be absent. */
    public record Meter(
            String meterId,
            Instant at,
            Optional<BigDecimal> energy,
            Optional<String> mode,
            Optional<Boolean> isOpen,
            Optional<BigDecimal> level,
            Optional<String> tenant,
            Map<String, Double> more) {}

    /** The time zone of a meter. */
    public record Place(String meterId, String timezone) {}

    static final Counter ENERGY = Counter.of("energy").within(Duration.ofDays(9));
    static final StateTime MODE = StateTime.of("mode").holds(Duration.ofHours(30));
    static final StateTime OPEN = StateTime.of("isOpen").holds(Duration.ofMinutes(45));
    static final TimeWeighted FLOW = TimeWeighted.ofEntry("more", "flow").holds(Duration.ofHours(2));

    static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Instant DAY = Instant.parse("2060-04-19T00:00:00Z");

    private @Nullable Varve db;
    private @Nullable OpenSeries<Meter> meters;

    @BeforeEach
    void engineHasAFeed() {
        assumeTrue(harness().hasFeed());
    }

    static Rollup measures() {
        return Rollup.of().measure(ENERGY).measure(MODE).measure(OPEN).measure(FLOW);
    }

    static SeriesBuilder<Meter> declared(Rollup rollup) {
        return Series.of(Meter.class)
                .named("meters")
                .partition("METER#{meterId}")
                .sort("READING#{at}")
                .rollUp(rollup);
    }

    private void open(SeriesBuilder<Meter> declaration) {
        Series<Meter> series = declaration.build();
        db = open(Schema.of(harness().newTableName(), series));
        meters = db.series(series);
    }

    private OpenSeries<Meter> meters() {
        return Objects.requireNonNull(meters);
    }

    private static Meter energy(Instant at, double energy) {
        return new Meter(
                "m-1",
                at,
                Optional.of(BigDecimal.valueOf(energy)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of("t-1"),
                Map.of());
    }

    private static Meter mode(Instant at, String mode) {
        return new Meter(
                "m-1",
                at,
                Optional.empty(),
                Optional.of(mode),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of());
    }

    private static Instant at(int hour, int minute) {
        return DAY.plusSeconds(3_600L * hour + 60L * minute);
    }

    private void catchUp() {
        Objects.requireNonNull(db).processing().catchUp(PATIENCE);
    }

    private List<RollupRow> hours(int from, int to) {
        return meters().rollups("m-1").hourly().between(at(from, 0), at(to, 0)).list();
    }

    private RollupRow day() {
        return meters().rollups("m-1")
                .daily()
                .between(DAY, DAY.plusSeconds(1))
                .first()
                .orElseThrow();
    }

    private static List<OptionalDouble> increases(List<RollupRow> rows) {
        return rows.stream().map(ENERGY::increase).toList();
    }

    private static OptionalDouble some(double number) {
        return OptionalDouble.of(number);
    }

    private RollupReport verify() {
        return meters().rollup()
                .verify(TimeRange.of(DAY.minus(Duration.ofDays(80)), DAY.plus(Duration.ofDays(80))), done -> {});
    }

    @Test
    void increaseBelongsToTheBucketOfTheLaterReading() {
        open(declared(measures().hourly().daily()));
        meters().append(energy(at(8, 50), 100));
        meters().append(energy(at(9, 10), 103));
        meters().append(energy(at(9, 50), 104.5));
        meters().append(energy(at(12, 0), 110));
        meters().append(energy(at(12, 30), 2));
        catchUp();
        List<RollupRow> rows = hours(8, 13);
        assertThat(increases(rows)).containsExactly(some(0), some(4.5), some(7.5));
        assertThat(rows.stream().map(ENERGY::resets)).containsExactly(0L, 0L, 1L);
        assertThat(ENERGY.rate(rows.get(1))).hasValue(4.5 / 3_600);
        assertThat(increases(hours(9, 10))).as("the row before is looked up").containsExactly(some(4.5));
        assertThat(increases(hours(12, 13))).containsExactly(some(7.5));
        assertThat(ENERGY.increase(day())).hasValue(12);
        assertThat(ENERGY.resets(day())).isEqualTo(1);
        assertThat(ENERGY.total(rows)).isEqualByComparingTo("12");
        assertThat(ENERGY.rate(day())).hasValue(12 / 86_400.0);
        assertThat(verify().isClean()).isTrue();
    }

    @Test
    void lateReadingMovesTheIncreaseBetweenBuckets() {
        open(declared(measures().hourly().daily().monthly()));
        meters().append(energy(at(8, 0), 100));
        meters().append(energy(at(10, 0), 120));
        catchUp();
        assertThat(increases(hours(8, 12))).containsExactly(some(0), some(20));
        meters().append(energy(at(9, 59), 119));
        catchUp();
        assertThat(increases(hours(8, 12))).containsExactly(some(0), some(19), some(1));
        meters().correct(energy(at(9, 59), 110));
        catchUp();
        assertThat(increases(hours(8, 12))).containsExactly(some(0), some(10), some(10));
        meters().delete(at(9, 59), "m-1");
        catchUp();
        assertThat(increases(hours(8, 9))).containsExactly(some(0));
        assertThat(increases(hours(10, 12))).containsExactly(some(20));
        assertThat(ENERGY.increase(day())).hasValue(20);
        assertThat(verify().isClean()).isTrue();
    }

    @Test
    void freshRowsIncludeReadingsThatTheFeedHasNotDelivered() {
        open(declared(measures().hourly().daily()));
        Instant hour = clock().instant().truncatedTo(ChronoUnit.HOURS);
        meters().append(energy(hour.minusSeconds(60), 10));
        catchUp();
        clock().advance(Duration.ofMinutes(10));
        meters().append(energy(hour.plusSeconds(60), 13));
        RollupRow fresh =
                meters().rollups("m-1").hourly().since(hour).fresh().first().orElseThrow();
        assertThat(ENERGY.increase(fresh)).hasValue(3);
        assertThat(ENERGY.rate(fresh)).as("of ten minutes").hasValue(3 / 600.0);
    }

    @Test
    void stateHoldsThroughBucketsWithoutReadings() {
        open(declared(measures().hourly().daily()));
        meters().append(mode(at(1, 15), "heating"));
        meters().append(mode(at(4, 30), "off"));
        catchUp();
        List<RollupRow> rows = hours(1, 6);
        assertThat(rows)
                .extracting(RollupRow::kind)
                .containsExactly(Kind.STORED, Kind.FILLED, Kind.FILLED, Kind.STORED, Kind.FILLED);
        assertThat(rows.stream().map(row -> MODE.in(row, "heating")))
                .containsExactly(
                        Duration.ofMinutes(45),
                        Duration.ofHours(1),
                        Duration.ofHours(1),
                        Duration.ofMinutes(30),
                        Duration.ZERO);
        assertThat(rows.stream().map(MODE::changes)).containsExactly(0L, 0L, 0L, 1L, 0L);
        assertThat(MODE.share(rows.get(3), "off")).hasValue(0.5);
        assertThat(MODE.times(rows.get(3)))
                .containsExactly(
                        Map.entry("heating", Duration.ofMinutes(30)), Map.entry("off", Duration.ofMinutes(30)));
        assertThat(rows.get(1).count()).isZero();
        assertThat(hours(2, 3)).extracting(row -> MODE.in(row, "heating")).containsExactly(Duration.ofHours(1));
        assertThat(MODE.in(day(), "heating")).isEqualTo(Duration.ofMinutes(195));
        assertThat(MODE.known(day())).isEqualTo(Duration.ofMinutes(24 * 60 - 75));
        assertThat(MODE.hasMore(day())).isFalse();
    }

    @Test
    void stateHoldsUntilNowAndAtMostForTheDeclaredTime() {
        open(declared(measures().hourly().daily()));
        Instant now = clock().instant();
        meters().append(mode(now.minus(Duration.ofMinutes(90)), "on"));
        catchUp();
        assertThat(MODE.in(lastHour(), "on")).isZero();
        clock().advance(Duration.ofMinutes(20));
        assertThat(MODE.in(lastHour(), "on")).isEqualTo(Duration.ofMinutes(20));
        clock().advance(Duration.ofHours(40));
        List<RollupRow> rows =
                meters().rollups("m-1").hourly().last(Duration.ofHours(44)).list();
        assertThat(rows.stream().map(row -> MODE.in(row, "on")).reduce(Duration.ZERO, Duration::plus))
                .isEqualTo(Duration.ofHours(30));
    }

    private RollupRow lastHour() {
        return meters().rollups("m-1")
                .hourly()
                .last(Duration.ofHours(1))
                .fill(GapFill.ZERO)
                .first()
                .orElseThrow();
    }

    @Test
    void rowsThatFillGapsHaveNoIncreaseOfOthers() {
        open(declared(measures().hourly().daily()));
        meters().append(energy(at(8, 50), 100));
        meters().append(energy(at(9, 10), 103));
        meters().append(energy(at(12, 0), 110));
        catchUp();
        for (GapFill fill : List.of(GapFill.PREVIOUS, GapFill.LINEAR, GapFill.ZERO)) {
            List<RollupRow> rows = meters().rollups("m-1")
                    .hourly()
                    .between(at(9, 0), at(13, 0))
                    .fill(fill)
                    .list();
            assertThat(increases(rows))
                    .as(fill.name())
                    .containsExactly(some(3), OptionalDouble.empty(), OptionalDouble.empty(), some(7));
        }
    }

    @Test
    void rowsOfGroupsHaveOtherMeasuresOnly() {
        open(declared(Rollup.of("level").measure(ENERGY).hourly().daily().group(Group.by("tenant"))));
        meters().append(energy(at(8, 50), 100));
        meters().append(new Meter(
                "m-1",
                at(8, 55),
                Optional.of(BigDecimal.TEN),
                Optional.empty(),
                Optional.empty(),
                Optional.of(BigDecimal.valueOf(3)),
                Optional.of("t-2"),
                Map.of()));
        catchUp();
        clock().advance(Duration.ofMinutes(5));
        catchUp();
        RollupRow group = meters().rollupsBy("tenant", "t-2")
                .hourly()
                .between(at(8, 0), at(9, 0))
                .first()
                .orElseThrow();
        assertThat(group.avg("level")).hasValue(3);
        assertRejected("rollup.not-in-groups", () -> ENERGY.increase(group));
        assertThat(group.attributes().names()).noneMatch(name -> name.endsWith("Energy"));
        assertThat(ENERGY.increase(hours(8, 9).get(0))).hasValue(10);
        assertThat(verify().isClean()).isTrue();
    }

    @Test
    void daysFollowTheZoneOfEachIdentity() {
        Entity<Place> places = Entity.of(Place.class)
                .named("places")
                .partition("PLACE#{meterId}")
                .sort("METADATA")
                .build();
        Series<Meter> series = declared(measures().hourly().daily())
                .zoneFrom(places, "timezone")
                .build();
        Varve opened = open(Schema.of(harness().newTableName(), places, series));
        opened.entities(places).put(new Place("m-1", "Europe/Berlin"));
        db = opened;
        meters = opened.series(series);
        Instant midnight = Instant.parse("2060-04-18T22:00:00Z");
        meters().append(energy(midnight.minusSeconds(600), 100));
        meters().append(energy(midnight.plusSeconds(600), 104));
        catchUp();
        List<RollupRow> days = meters().rollups("m-1")
                .daily()
                .between(midnight, midnight.plusSeconds(1))
                .list();
        assertThat(increases(days)).containsExactly(some(4));
        assertThat(verify().isClean()).isTrue();
    }

    @Test
    void otherTimeThatStatesHoldIsRefusedForStoredRows() {
        String table = harness().newTableName();
        StateTime hour = StateTime.of("mode").holds(Duration.ofHours(1));
        Schema stored =
                Schema.of(table, declared(Rollup.of().measure(hour).hourly()).build());
        Schema other = Schema.of(
                table,
                declared(Rollup.of().measure(StateTime.of("mode")).hourly()).build());
        assertThat(open(stored).schema()).isEqualTo(stored);
        assertThatThrownBy(() -> open(other))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("STATES (holds PT1H) of mode");
    }

    @Test
    void readingBeforeIsFoundInCoarserRowsOnceFinerOnesHaveExpired() {
        open(declared(measures().hourly(Duration.ofDays(5)).daily().monthly())
                .keep(Duration.ofDays(4))
                .maxLate(Duration.ofHours(20)));
        Instant noon = clock().instant();
        meters().append(energy(noon.minus(Duration.ofHours(3)), 95));
        meters().append(energy(noon.minus(Duration.ofHours(2)), 100));
        catchUp();
        clock().advance(Duration.ofDays(1));
        catchUp();
        clock().advance(Duration.ofDays(6));
        catchUp();
        meters().append(energy(clock().instant().minus(Duration.ofHours(1)), 130));
        catchUp();
        assertThat(increases(meters().rollups("m-1")
                        .hourly()
                        .last(Duration.ofHours(5))
                        .list()))
                .containsExactly(some(30));
        assertThat(increases(
                        meters().rollups("m-1").daily().last(Duration.ofDays(9)).list()))
                .containsExactly(some(5), some(30));
    }

    @Test
    void oldestRowThatIsKeptHasOnlyItsOwnIncrease() {
        open(declared(measures().hourly(Duration.ofDays(5)).daily()).maxLate(Duration.ofHours(40)));
        meters().append(energy(DAY.minus(Duration.ofMinutes(1)), 20));
        meters().append(energy(at(8, 30), 90));
        meters().append(energy(at(9, 20), 100));
        meters().append(energy(at(9, 40), 101));
        meters().append(energy(at(10, 10), 103));
        catchUp();
        clock().advance(Duration.ofDays(1));
        catchUp();
        clock().set(at(8, 30).plus(Duration.ofDays(5)));
        catchUp();
        assertThat(increases(meters().rollups("m-1")
                        .hourly()
                        .last(Duration.ofDays(6))
                        .list()))
                .containsExactly(some(1), some(2));
        assertThat(increases(hours(9, 11))).containsExactly(some(1), some(2));
        assertThat(increases(hours(10, 11))).containsExactly(some(2));
        assertThat(ENERGY.increase(day())).as("stored before hours expired").hasValue(83);
    }
}
