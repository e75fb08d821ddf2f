package dev.varve.testkit.contract.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.entity.Entity;
import dev.varve.error.CorruptData;
import dev.varve.error.ItemTooLarge;
import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.rollup.Group;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupQuery;
import dev.varve.rollup.RollupRow;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import dev.varve.series.AppendReport;
import dev.varve.series.BackfillReport;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.OpenSeries;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.table.Delete;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.testkit.InterceptedEngine;
import dev.varve.testkit.contract.series.SeriesContract;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Backfilled events count once although processes die, meet, or find the history changed. */
public abstract class BackfillFaultsContract extends SeriesContract {

    /** An event that is rolled up. */
    public record Sample(
            String deviceId,
            Instant at,
            Optional<Double> temperature,
            Optional<Double> humidity,
            Optional<String> kind) {}

    /** An event of a series that merges. */
    public record Remarks(
            String deviceId, Instant at, Optional<Double> value, Optional<String> first, Optional<String> second) {}

    /** An event in the zone of its site. */
    public record View(String siteId, Instant at, double millis) {}

    /** The entity that has the zone. */
    public record Site(String siteId, Optional<String> timezone) {}

    private static final Entity<Site> SITES = Entity.of(Site.class)
            .named("sites")
            .partition("SITE#{siteId}")
            .sort("PROFILE")
            .build();

    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** At the border: in the history, and staged too. */
    private static final Duration BORDER = Duration.ofHours(28 * 24 + 12);

    private static final Duration OLD = Duration.ofDays(400);

    /** Runs before each request to a table. */
    private volatile @Nullable Before before;

    private interface Before {
        void request(String method, Object argument);
    }

    private @Nullable String table;

    @BeforeEach
    void engineHasAFeed() {
        assumeTrue(harness().hasFeed());
        table = harness().newTableName();
    }

    private final class Observed extends InterceptedEngine {
        Observed(Engine engine) {
            super(engine);
        }

        @Override
        protected Object intercept(Table of, Method method, Object[] arguments) throws Throwable {
            Before now = before;
            if (now != null && isRequest(method)) {
                now.request(method.getName(), arguments[0]);
            }
            return pass(of, method, arguments);
        }
    }

    private Varve db(Declaration... declarations) {
        return Varve.on(new Observed(harness().engine()))
                .clock(clock())
                .open(Schema.of(Objects.requireNonNull(table), declarations));
    }

    private static SeriesBuilder<Sample> samples() {
        return Series.of(Sample.class)
                .named("samples")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .keep(Duration.ofDays(30))
                .rollUp(rollup().group(Group.all("fleet")));
    }

    private static Rollup rollup() {
        return Rollup.of("temperature", "humidity")
                .hourly(Duration.ofDays(90))
                .daily(Duration.ofDays(730))
                .monthly();
    }

    private static SeriesBuilder<View> views(Duration hourly) {
        return Series.of(View.class)
                .named("views")
                .partition("SITE#{siteId}")
                .sort("VIEW#{at}")
                .keep(Duration.ofDays(30))
                .rollUp(Rollup.of("millis")
                        .hourly(hourly)
                        .daily(Duration.ofDays(730))
                        .monthly());
    }

    private void process(Varve db) {
        db.processing().catchUp(LIMIT);
        clock().advance(Duration.ofMinutes(3));
        db.processing().catchUp(LIMIT);
    }

    private Instant ago(Duration age) {
        return clock().instant().truncatedTo(ChronoUnit.HOURS).minus(age);
    }

    private static Sample sample(Instant at, double temperature) {
        return new Sample("d", at, Optional.of(temperature), Optional.empty(), Optional.empty());
    }

    private static Sample kind(Instant at, String kind) {
        return new Sample("d", at, Optional.of(1.0), Optional.empty(), Optional.of(kind));
    }

    private static <E extends Record> List<E> staged(OpenSeries<E> series, List<E> events) {
        AppendReport<E> report = series.stageBackfill(events).join();
        assertThat(report.isAllStored()).as(report.toString()).isTrue();
        return events;
    }

    private static String hour(OpenSeries<Sample> samples, Instant at) {
        RollupQuery rows = samples.rollups("d").hourly();
        return rows.between(at.truncatedTo(ChronoUnit.HOURS), at.plusSeconds(1)).list().stream()
                .map(row -> row.count() + " " + row.sum("temperature") + " " + row.sum("humidity"))
                .toList()
                .toString();
    }

    private static long count(RollupQuery rows, Instant around) {
        return rows.between(around.minus(40, ChronoUnit.DAYS), around.plus(5, ChronoUnit.DAYS)).list().stream()
                .mapToLong(RollupRow::count)
                .sum();
    }

    /** Appends an event soon after its clock, and returns to now. */
    private void appended(Varve db, OpenSeries<Sample> samples, Sample event) {
        Instant now = clock().instant();
        clock().set(event.at().plus(Duration.ofDays(1)));
        db.processing().catchUp(LIMIT);
        assertThat(samples.appendAll(List.of(event)).isAllStored()).isTrue();
        db.processing().catchUp(LIMIT);
        clock().set(now);
        process(db);
    }

    /** Checks that the row of an hour at the border stays as it is when it is sealed, and its span is written again. */
    private void staysWhenSealed(Varve db, OpenSeries<Sample> samples, Instant at) {
        process(db);
        String sealed = hour(samples, at);
        clock().advance(Duration.ofHours(36));
        process(db);
        samples.backfill(List.of(sample(at.minus(Duration.ofDays(10)), 1)));
        assertThat(hour(samples, at)).isEqualTo(sealed);
    }

    @Test
    void conflictAtTheBorderDoesNotReplaceTheStoredEventLater() {
        Series<Sample> series = samples().build();
        Varve db = db(series);
        process(db);
        OpenSeries<Sample> samples = db.series(series);
        Instant at = ago(BORDER);
        appended(db, samples, sample(at, 20));
        BackfillReport<Sample> report = samples.backfill(List.of(sample(at, 99)));
        assertThat(report.events().entries().get(0).outcome()).isInstanceOf(Outcome.Conflict.class);
        staysWhenSealed(db, samples, at);
    }

    @Test
    void mergedEventOfTheBorderKeepsItsFields() {
        Series<Sample> series = samples().onConflict(ConflictPolicy.MERGE).build();
        Varve db = db(series);
        process(db);
        OpenSeries<Sample> samples = db.series(series);
        Instant at = ago(BORDER);
        appended(db, samples, sample(at, 20));
        samples.backfill(List.of(new Sample("d", at, Optional.empty(), Optional.of(60.0), Optional.empty())));
        staysWhenSealed(db, samples, at);
    }

    @Test
    void eventAtTheBorderStaysCorrected() {
        Series<Sample> series = samples().build();
        Varve db = db(series);
        process(db);
        OpenSeries<Sample> samples = db.series(series);
        Instant at = ago(BORDER);
        samples.backfill(List.of(sample(at, 20)));
        process(db);
        assertThat(samples.correct(sample(at, 30))).isTrue();
        process(db);
        assertThat(hour(samples, at)).contains("[1 OptionalDouble[30.0]");
        staysWhenSealed(db, samples, at);
    }

    @Test
    void deletedEventOfTheBorderIsGone() {
        Series<Sample> series = samples().build();
        Varve db = db(series);
        process(db);
        OpenSeries<Sample> samples = db.series(series);
        Instant at = ago(BORDER);
        samples.backfill(List.of(sample(at, 20), sample(at.plusSeconds(5), 21)));
        process(db);
        assertThat(samples.delete(sample(at, 20))).isTrue();
        process(db);
        assertThat(hour(samples, at)).contains("[1 OptionalDouble[21.0]");
        assertThat(samples.deleteEvents(Instant.EPOCH, "d")).isEqualTo(1);
        process(db);
        assertThat(count(samples.rollups("d").hourly(), at)).isZero();
        assertThat(samples.delete(sample(ago(OLD), 1))).isFalse();
    }

    @Test
    void deletedEventOfTheHistoryIsGoneWhereHoursExpireFirst() {
        Series<View> series = views(Duration.ofDays(12)).build();
        Varve db = db(series);
        OpenSeries<View> views = db.series(series);
        process(db);
        View event = new View("s", ago(Duration.ofDays(10)), 5);
        assertThat(views.backfill(List.of(event)).stored()).isEqualTo(1);
        assertThat(views.history("s").count()).isEqualTo(1);
        process(db);
        assertThat(views.delete(event.at(), "s")).isTrue();
        process(db);
        assertThat(count(views.rollups("s").hourly(), event.at())).isZero();
    }

    @Test
    void storedEventStaysIfNoProcessRunsForADay() {
        Series<Sample> series = samples().build();
        Varve db = db(series);
        process(db);
        OpenSeries<Sample> samples = db.series(series);
        Instant at = ago(BORDER);
        appended(db, samples, sample(at, 20));
        String stored = hour(samples, at);
        staged(samples, List.of(sample(at.plusSeconds(60), 99)));
        clock().advance(Duration.ofHours(36));
        samples.finishBackfill(done -> {});
        process(db);
        assertThat(hour(samples, at)).isEqualTo(stored);
    }

    @Test
    void eventTakenShortlyBeforeTheEndOfASpanCounts() {
        Series<Sample> series = samples().build();
        Varve db = db(series);
        process(db);
        OpenSeries<Sample> samples = db.series(series);
        Instant at = ago(OLD);
        samples.backfill(List.of(sample(at, 1)));
        clock().advance(Duration.ofDays(14).minusSeconds(600));
        staged(samples, List.of(sample(at.plusSeconds(60), 2)));
        clock().advance(Duration.ofMinutes(15));
        // The span takes no more events. Its rows are written before the next one begins.
        assertThat(samples.backfill(List.of(sample(at.plusSeconds(120), 3))).summarized())
                .hasSize(1);
        process(db);
        assertThat(count(samples.rollups("d").monthly(), at)).isEqualTo(2);
    }

    @Test
    void eventCountsIfAnotherProcessFinishesWhileItIsStored() {
        Series<Sample> series = samples().build();
        Varve db = db(series);
        OpenSeries<Sample> other = db(series).series(series);
        process(db);
        OpenSeries<Sample> samples = db.series(series);
        Instant at = ago(OLD);
        once("put", Put.class, "EVENTS#", () -> other.finishBackfill(done -> {}));
        staged(samples, List.of(sample(at, 5)));
        assertThat(before).isNull();
        samples.finishBackfill(done -> {});
        assertThat(count(samples.rollups("d").monthly(), at)).isEqualTo(1);
    }

    @Test
    void eventCountsIfTwoProcessesFinish() {
        Series<Sample> series = samples().build();
        Varve db = db(series);
        OpenSeries<Sample> other = db(series).series(series);
        process(db);
        OpenSeries<Sample> samples = db.series(series);
        Instant at = ago(OLD);
        staged(samples, List.of(sample(at, 5)));
        once("delete", Delete.class, "PENDING#", () -> {
            other.finishBackfill(done -> {});
            staged(other, List.of(sample(at.plusSeconds(60), 6)));
        });
        samples.finishBackfill(done -> {});
        assertThat(before).isNull();
        samples.finishBackfill(done -> {});
        assertThat(count(samples.rollups("d").monthly(), at)).isEqualTo(2);
    }

    /** Runs an action once before a request to an item with this text in its key. */
    private void once(String method, Class<?> request, String key, Runnable action) {
        before = (name, argument) -> {
            if (name.equals(method)
                    && request.isInstance(argument)
                    && argument.toString().contains(key)) {
                before = null;
                action.run();
            }
        };
    }

    @Test
    void mergedEventsFitIntoTheItemsOfADay() {
        Series<Remarks> series = Series.of(Remarks.class)
                .named("remarks")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .keep(Duration.ofDays(30))
                .onConflict(ConflictPolicy.MERGE)
                .rollUp(Rollup.of("value").hourly(Duration.ofDays(90)).daily().monthly())
                .build();
        OpenSeries<Remarks> remarks = db(series).series(series);
        Instant day = ago(OLD).truncatedTo(ChronoUnit.DAYS);
        Optional<String> text = Optional.of("x".repeat(2_000));
        staged(remarks, remarks(day, text, Optional.empty()));
        staged(remarks, remarks(day, Optional.empty(), text));
        AppendReport<Remarks> again =
                remarks.stageBackfill(remarks(day, text, text)).join();
        assertThat(again.entries()).allMatch(entry -> entry.outcome() instanceof Outcome.Duplicate<?>);
        remarks.finishBackfill(done -> {});
        assertThat(count(remarks.rollups("d").daily(), day)).isEqualTo(130);
    }

    @Test
    void refusedEventDoesNotRefuseThoseThatAreStored() {
        Series<Sample> series = samples().build();
        OpenSeries<Sample> samples = db(series).series(series);
        Instant at = ago(OLD);
        Instant next = at.plus(Duration.ofDays(1));
        Sample large = kind(at.plusSeconds(60), "x".repeat(390_000));
        AppendReport<Sample> report = samples.stageBackfill(List.of(sample(at, 1), large, sample(next, 2)))
                .join();
        assertThat(report.entries()).extracting(entry -> entry.error() == null).containsExactly(true, false, true);
        assertThat(report.entries().get(1).error())
                .isInstanceOf(ItemTooLarge.class)
                .hasMessageContaining("bytes; the limit of a backfill is 380000: keep large parts elsewhere");
        String failing = next.plus(Duration.ofDays(1)).toString().substring(0, 10);
        before = (method, argument) -> {
            if (method.equals("put") && argument.toString().contains(failing)) {
                throw new Unavailable("test.down", "the table is down");
            }
        };
        report = samples.stageBackfill(List.of(sample(at.plusSeconds(5), 3), sample(next.plus(Duration.ofDays(1)), 4)))
                .join();
        before = null;
        assertThat(report.entries()).extracting(entry -> entry.error() == null).containsExactly(true, false);
        assertThat(report.entries().get(1).error()).hasMessage("the table is down");
        samples.finishBackfill(done -> {});
        assertThat(count(samples.rollups("d").daily(), at)).isEqualTo(3);
    }

    private static List<Remarks> remarks(Instant day, Optional<String> first, Optional<String> second) {
        return IntStream.range(0, 130)
                .mapToObj(i -> new Remarks("d", day.plusSeconds(i), Optional.of(1.0 * i), first, second))
                .toList();
    }

    @Test
    void groupsForgetAValueAfterAnInterruption() {
        Series<Sample> series = samples()
                .onConflict(ConflictPolicy.REPLACE)
                .rollUp(rollup().group(Group.by("kind")))
                .build();
        Varve db = db(series);
        process(db);
        OpenSeries<Sample> samples = db.series(series);
        Instant at = ago(OLD);
        samples.backfill(List.of(kind(at, "a")));
        assertThat(count(samples.rollupsBy("kind", "a").daily(), at)).isEqualTo(1);
        staged(samples, List.of(kind(at, "b")));
        before = (method, argument) -> {
            if (argument.toString().contains("dirty.")) {
                throw new IllegalStateException("died");
            }
        };
        assertThatThrownBy(() -> samples.finishBackfill(done -> {})).hasMessageContaining("died");
        before = null;
        samples.finishBackfill(done -> {});
        process(db);
        assertThat(count(samples.rollupsBy("kind", "a").daily(), at)).isZero();
        assertThat(count(samples.rollupsBy("kind", "b").daily(), at)).isEqualTo(1);
    }

    @Test
    void backgroundWorkWritesTheRowsOfManyIdentities() {
        Series<View> series = views(Duration.ofDays(90)).build();
        Varve db = db(series);
        OpenSeries<View> views = db.series(series);
        Instant at = ago(OLD);
        staged(
                views,
                IntStream.range(0, 130).mapToObj(i -> new View("s-" + i, at, i)).toList());
        clock().advance(Duration.ofMinutes(5));
        for (int i = 0; i < 3; i++) {
            process(db);
        }
        assertThat(views.waitingBackfill()).isZero();
        assertThat(count(views.rollups("s-129").daily(), at)).isEqualTo(1);
    }

    @Test
    void failingSpanDoesNotStopTheOthers() {
        Series<View> series =
                views(Duration.ofDays(90)).zoneFrom(SITES, "timezone").build();
        Varve db = db(SITES, series);
        OpenSeries<View> views = db.series(series);
        Instant at = ago(OLD);
        staged(views, List.of(new View("a", at, 1), new View("b", at, 2)));
        db.entities(SITES).put(new Site("a", Optional.of("Nowhere/Land")));
        clock().advance(Duration.ofMinutes(5));
        process(db);
        assertThat(count(views.rollups("b").daily(), at)).isEqualTo(1);
        assertThat(views.waitingBackfill()).isEqualTo(1);
        staged(views, List.of(new View("c", at, 2)));
        assertThatThrownBy(() -> views.finishBackfill(done -> {}))
                .isInstanceOf(CorruptData.class)
                .hasMessageContaining("Nowhere/Land");
        assertThat(count(views.rollups("c").daily(), at)).isEqualTo(1);
        assertThat(views.rollup().problems())
                .anyMatch(problem -> problem.reason().contains("Nowhere/Land"));
        db.entities(SITES).put(new Site("a", Optional.empty()));
        clock().advance(Duration.ofMinutes(5));
        views.finishBackfill(done -> {});
        assertThat(count(views.rollups("a").daily(), at)).isEqualTo(1);
        assertThat(views.rollup().problems()).isEmpty();
    }

    @Test
    void zoneMayChangeBetweenStagingAndWriting() {
        Series<View> series =
                views(Duration.ofDays(90)).zoneFrom(SITES, "timezone").build();
        Varve db = db(SITES, series);
        OpenSeries<View> views = db.series(series);
        Instant at = ago(OLD).atZone(ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.DAYS)
                .withDayOfMonth(1)
                .toInstant();
        // In Berlin, the second one is of the next month, and the month begins before it.
        staged(views, List.of(new View("s", at.plusSeconds(1_800), 1), new View("s", at.minusSeconds(1_800), 5)));
        db.entities(SITES).put(new Site("s", Optional.of("Europe/Berlin")));
        clock().advance(Duration.ofMinutes(2));
        staged(views, List.of(new View("s", at.plusSeconds(60), 2)));
        views.finishBackfill(done -> {});
        assertThat(views.waitingBackfill()).isZero();
        assertThat(count(views.rollups("s").daily(), at)).isEqualTo(3);
        assertThat(views.rollups("s")
                        .monthly()
                        .between(at.minusSeconds(10_000), at.plusSeconds(60))
                        .list())
                .filteredOn(row -> row.count() > 0)
                .hasSize(1);
    }

    @Test
    void zoneMayChangeWhereMonthsBeginTogether() {
        Series<View> series =
                views(Duration.ofDays(90)).zoneFrom(SITES, "timezone").build();
        Varve db = db(SITES, series);
        OpenSeries<View> views = db.series(series);
        Instant winter = ago(OLD).atZone(ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.DAYS)
                .withDayOfYear(1)
                .toInstant();
        staged(views, List.of(new View("s", winter.plusSeconds(60), 1)));
        db.entities(SITES).put(new Site("s", Optional.of("Europe/London")));
        clock().advance(Duration.ofMinutes(2));
        staged(views, List.of(new View("s", winter.plusSeconds(90), 2)));
        views.finishBackfill(done -> {});
        assertThat(count(views.rollups("s").monthly(), winter)).isEqualTo(2);
    }

    @Test
    void zoneMayChangeToOneWhoseRowsAreFinal() {
        Series<View> series =
                views(Duration.ofDays(90)).zoneFrom(SITES, "timezone").build();
        Varve db = db(SITES, series);
        OpenSeries<View> views = db.series(series);
        // In Berlin, both are of one day; in Tokyo, the second one is of the next day.
        Instant at = ago(OLD).truncatedTo(ChronoUnit.DAYS).plus(Duration.ofHours(10));
        db.entities(SITES).put(new Site("s", Optional.of("Europe/Berlin")));
        views.backfill(List.of(new View("s", at, 1)));
        clock().advance(Duration.ofDays(16));
        db.entities(SITES).put(new Site("s", Optional.of("Asia/Tokyo")));
        clock().advance(Duration.ofMinutes(2));
        staged(views, List.of(new View("s", at.plus(Duration.ofHours(8)), 2)));
        db.entities(SITES).put(new Site("s", Optional.of("Europe/Berlin")));
        clock().advance(Duration.ofMinutes(2));
        assertThatThrownBy(() -> views.finishBackfill(done -> {}))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining(
                        "1 events were backfilled in the zone Asia/Tokyo and cannot be counted in the zone Europe/Berlin: "
                                + "rows that cover them are final");
        assertThat(views.waitingBackfill()).isPositive();
    }
}
