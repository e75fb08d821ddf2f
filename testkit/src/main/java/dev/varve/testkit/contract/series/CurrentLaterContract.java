package dev.varve.testkit.contract.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.schema.internal.SchemaItem;
import dev.varve.series.Current;
import dev.varve.series.CurrentChange;
import dev.varve.series.OpenSeries;
import dev.varve.series.OpenTrackedSeries;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.TrackedSeries;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.table.PageToken;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.testkit.InterceptedEngine;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A current record that is declared after events were stored equals one that was declared from the start. */
public abstract class CurrentLaterContract extends SeriesContract {

    /** More than one page of the backfill. */
    private static final int MANY = 230;

    private String table = "";

    @BeforeEach
    void nameTheTable() {
        table = harness().newTableName();
    }

    private static SeriesBuilder<Report> reports() {
        return Series.of(Report.class)
                .named("telemetry")
                .partition("{channel}#{deviceId}")
                .sort("$app#v1#telemetry#e#{timestamp}");
    }

    private static Current<State> plain(Current<State> current) {
        return current.keys("{channel}#{deviceId}", "$app#v1#telemetry");
    }

    private static TrackedSeries<Report, State> tracked() {
        return reports().current(plain(Current.transactional(State.class))).build();
    }

    private static TrackedSeries<Report, State> fed() {
        return reports().current(plain(Current.fed(State.class))).build();
    }

    private Varve openAs(Declaration... declarations) {
        return open(Schema.of(table, declarations));
    }

    private static Optional<Instant> clockOf(Optional<State> state) {
        return state.map(State::timestamp);
    }

    private void storeWithoutCurrent(Report... events) {
        Series<Report> plain = reports().build();
        OpenSeries<Report> series = openAs(plain).series(plain);
        for (Report event : events) {
            assertOutcome(Outcome.Applied.class, series.append(event));
        }
    }

    @Test
    void transactionalRecordDeclaredLaterIsTheNewestEvent() {
        storeWithoutCurrent(report(0, "hall 1", 1), report(-60, "hall 0", 0));

        TrackedSeries<Report, State> tracked = tracked();
        OpenTrackedSeries<Report, State> series = openAs(tracked).series(tracked);
        assertThat(clockOf(series.current("c-1", "d-7"))).contains(at(0));
        assertThat(series.current("c-1", "d-7").orElseThrow().location()).contains("hall 1");

        Outcome.Stale<Report> stale = assertOutcome(Outcome.Stale.class, series.append(report(-30, "late", 9)));
        assertThat(clockOf(series.currentIn(stale))).contains(at(0));
        assertOutcome(Outcome.Applied.class, series.append(report(30, "hall 2", 2)));
        assertThat(clockOf(series.current("c-1", "d-7"))).contains(at(30));
    }

    @Test
    void fedRecordDeclaredLaterIsTheNewestEvent() {
        storeWithoutCurrent(report(0, "hall 1", 1), report(-60, "hall 0", 0));

        TrackedSeries<Report, State> fed = fed();
        Varve db = openAs(fed);
        OpenTrackedSeries<Report, State> series = db.series(fed);
        assertThat(clockOf(series.current("c-1", "d-7"))).contains(at(0));

        series.append(report(30, "hall 2", 2));
        db.processing().catchUp(Duration.ofSeconds(30));
        assertThat(clockOf(series.current("c-1", "d-7"))).contains(at(30));
    }

    @Test
    void enrichmentOfBackfilledRecordsStartsAbsentAndSurvivesAppends() {
        storeWithoutCurrent(report(0, "hall 1", 1));
        TrackedSeries<Report, State> tracked = tracked();
        OpenTrackedSeries<Report, State> series = openAs(tracked).series(tracked);
        assertThat(series.current("c-1", "d-7").orElseThrow().accountId()).isEmpty();
        assertThat(series.enrich("c-1", "d-7").set("accountId", "acct-1").run())
                .isInstanceOf(CurrentChange.Result.Changed.class);
        series.append(report(10, "hall 1", 2));
        assertThat(series.current("c-1", "d-7").orElseThrow().accountId()).contains("acct-1");
    }

    @Test
    void allIdentitiesAreBackfilled() {
        Series<Report> plain = reports().build();
        OpenSeries<Report> before = openAs(plain).series(plain);
        before.appendAll(IntStream.range(0, MANY)
                .mapToObj(i -> new Report("c-" + i % 3, "d-" + i, at(i), Optional.of("hall " + i), Optional.empty()))
                .toList());
        TrackedSeries<Report, State> tracked = tracked();
        OpenTrackedSeries<Report, State> series = openAs(tracked).series(tracked);
        for (int i = 0; i < MANY; i++) {
            assertThat(clockOf(series.current("c-" + i % 3, "d-" + i))).contains(at(i));
        }
    }

    @Test
    void firstDeclarationWithCurrentRecordNeedsNoBackfill() {
        TrackedSeries<Report, State> tracked = tracked();
        OpenTrackedSeries<Report, State> series = openAs(tracked).series(tracked);
        assertThat(series.current("c-1", "d-7")).isEmpty();
        assertOutcome(Outcome.Applied.class, series.append(report(0, "hall 1", 1)));
    }

    @Test
    void mergedRecordIsBackfilledFromAllEventsInClockOrder() {
        storeWithoutCurrent(
                new Report("c-1", "d-7", at(60), Optional.empty(), Optional.of(3)),
                report(30, "hall 2", 2),
                report(0, "hall 1", 1));
        TrackedSeries<Report, State> merged = reports()
                .current(plain(Current.transactional(State.class)).merge())
                .build();
        State state = openAs(merged).series(merged).current("c-1", "d-7").orElseThrow();
        assertThat(state.timestamp()).isEqualTo(at(60));
        assertThat(state.gpio()).contains(3);
        assertThat(state.location()).contains("hall 2");
    }

    @Test
    void fedRecordThatIsMergedSeesEveryEventOfOneBatch() {
        TrackedSeries<Report, State> merged =
                reports().current(plain(Current.fed(State.class)).merge()).build();
        Varve db = openAs(merged);
        OpenTrackedSeries<Report, State> series = db.series(merged);
        series.append(report(0, "hall 1", 1));
        series.append(new Report("c-1", "d-7", at(10), Optional.empty(), Optional.of(2)));
        db.processing().catchUp(Duration.ofSeconds(30));
        assertThat(series.current("c-1", "d-7").orElseThrow().location()).contains("hall 1");
        series.append(new Report("c-1", "d-7", at(20), Optional.of("hall 2"), Optional.empty()));
        series.append(new Report("c-1", "d-7", at(30), Optional.empty(), Optional.empty()));
        db.processing().catchUp(Duration.ofSeconds(30));
        State state = series.current("c-1", "d-7").orElseThrow();
        assertThat(state.location()).contains("hall 2");
        assertThat(state.gpio()).contains(2);
    }

    @Test
    void creationTimeOfABackfilledRecordIsTheClockOfTheOldestEvent() {
        for (Current<State> current : List.of(Current.transactional(State.class), Current.fed(State.class))) {
            nameTheTable();
            Instant oldest = at(-60);
            storeWithoutCurrent(report(0, "hall 1", 1), report(-60, "hall 0", 0));
            clock().advance(Duration.ofHours(1));
            TrackedSeries<Report, State> stamped =
                    reports().current(plain(current).createdAt("createdAt")).build();
            OpenTrackedSeries<Report, State> series = openAs(stamped).series(stamped);
            assertThat(series.current("c-1", "d-7").orElseThrow().createdAt()).contains(oldest);
        }
    }

    @Test
    void indexKeysOfBackfilledRecordsAreWritten() {
        TableSchema indexed =
                TableSchema.named(table).index("gsi1", "gsi1pk", "gsi1sk").build();
        Series<Report> before = reports().build();
        open(Schema.of(indexed, before)).series(before).append(report(0, "hall 1", 1));
        TrackedSeries<Report, State> tracked = reports()
                .current(plain(Current.transactional(State.class)).index("gsi1", "LOCATION#{location}", "{deviceId}"))
                .build();
        OpenTrackedSeries<Report, State> series =
                open(Schema.of(indexed, tracked)).series(tracked);
        eventually(() -> assertThat(series.currentBy("gsi1", "hall 1").list())
                .extracting(State::deviceId)
                .containsExactly("d-7"));
    }

    /** An event with an id, so that several share a tick. */
    public record Booking(String account, Instant at, String id, int amount) {}

    @Test
    void keyDecidesAmongEventsOfOneTick() {
        SeriesBuilder<Booking> bookings = Series.of(Booking.class)
                .named("bookings")
                .partition("ACCOUNT#{account}")
                .sort("BOOKING#{at}#{id}");
        Series<Booking> plain = bookings.build();
        OpenSeries<Booking> before = openAs(plain).series(plain);
        before.append(new Booking("a", at(0).plusNanos(900_000), "a", 1));
        before.append(new Booking("a", at(0).plusNanos(100_000), "z", 2));
        TrackedSeries<Booking, Booking> tracked = bookings.current(
                        Current.transactional(Booking.class).keys("ACCOUNT#{account}", "CURRENT"))
                .build();
        assertThat(openAs(tracked).series(tracked).latest("a").orElseThrow().amount())
                .isEqualTo(2);
    }

    /** An event of the only series of its declaration. */
    public record Tide(Instant at, int level) {}

    @Test
    void seriesWithoutPartsIsBackfilledWithoutCatalogue() {
        SeriesBuilder<Tide> tides =
                Series.of(Tide.class).named("tides").partition("TIDES").sort("TIDE#{at}");
        Series<Tide> plain = tides.build();
        openAs(plain).series(plain).append(new Tide(at(0), 7));
        TrackedSeries<Tide, Tide> tracked = tides.current(
                        Current.transactional(Tide.class).keys("TIDES", "CURRENT"))
                .build();
        assertThat(openAs(tracked).series(tracked).latest().orElseThrow().level())
                .isEqualTo(7);
    }

    @Test
    void recordInItsOwnTableIsBackfilled() {
        storeWithoutCurrent(report(0, "hall 1", 1));
        TableSchema other = TableSchema.named(harness().newTableName()).build();
        TrackedSeries<Report, State> tracked = reports()
                .current(plain(Current.transactional(State.class)).in(other.name()))
                .build();
        Schema schema = Schema.of(Schema.in(TableSchema.named(table).build(), tracked), Schema.in(other));
        assertThat(clockOf(open(schema).series(tracked).current("c-1", "d-7"))).contains(at(0));
    }

    @Test
    void seriesWithoutCatalogueIsRefusedAndTheAdviceWorks() {
        Series<Report> plain = reports().withoutCatalogue().build();
        openAs(plain).series(plain).append(report(0, "hall 1", 1));
        TrackedSeries<Report, State> tracked = reports()
                .withoutCatalogue()
                .current(plain(Current.transactional(State.class)))
                .build();
        assertRejected(
                "series.fill-no-catalogue",
                "the current record of series telemetry was none, is now TRANSACTIONAL, and must be filled from the"
                        + " stored events, but the series keeps no catalogue of its identities. Declare the current record"
                        + " as it was, or store the series in a new table under another name, with named(…)",
                () -> openAs(tracked));
        assertThat(clockOf(openAs(plain).series(plain).latest("c-1", "d-7").map(this::stateOf)))
                .contains(at(0));
        TrackedSeries<Report, State> elsewhere = reports()
                .named("telemetry2")
                .withoutCatalogue()
                .current(plain(Current.transactional(State.class)))
                .build();
        Varve both = open(Schema.of(
                Schema.in(TableSchema.named(table).build(), plain),
                Schema.in(TableSchema.named(harness().newTableName()).build(), elsewhere)));
        both.series(elsewhere).append(report(10, "hall 2", 2));
        assertThat(clockOf(both.series(elsewhere).current("c-1", "d-7"))).contains(at(10));
    }

    private State stateOf(Report report) {
        return new State(
                report.channel(),
                report.deviceId(),
                report.timestamp(),
                report.location(),
                report.gpio(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void bucketsWithoutBoundAreRefusedAndTheAdviceWorks() {
        SeriesBuilder<Reading> daily = Series.of(Reading.class)
                .named("readings")
                .partition("{deviceId}#{at:day}")
                .sort("READING#{at}");
        Series<Reading> plain = daily.build();
        openAs(plain).series(plain).append(reading(0, 20));
        Current<Reading> current = Current.transactional(Reading.class).keys("{deviceId}", "CURRENT");
        assertRejected(
                "series.fill-unbounded",
                "the current record of series readings was none, is now TRANSACTIONAL, and must be filled from the"
                        + " stored events, but the newest event could be in any bucket. Say how far back to look with"
                        + " lookBack(…), or how long events are kept with keep(…)",
                () -> openAs(daily.current(current).build()));
        clock().advance(Duration.ofDays(3));
        TrackedSeries<Reading, Reading> bounded =
                daily.lookBack(Duration.ofDays(10)).current(current).build();
        assertThat(openAs(bounded).series(bounded).latest("d-1").orElseThrow().temperature())
                .isEqualTo(20);
    }

    @Test
    void fedRecordIsBackfilledBeforeItBecomesTransactional() {
        TrackedSeries<Report, State> fed = fed();
        openAs(fed).series(fed).append(report(0, "hall 1", 1)); // the feed has not been processed yet
        TrackedSeries<Report, State> tracked = tracked();
        OpenTrackedSeries<Report, State> series = openAs(tracked).series(tracked);
        assertOutcome(Outcome.Stale.class, series.append(report(-30, "late", 9)));
        assertThat(clockOf(series.current("c-1", "d-7"))).contains(at(0));
        Varve back = openAs(fed);
        back.series(fed).append(report(30, "hall 2", 2));
        back.processing().catchUp(Duration.ofSeconds(30));
        assertThat(clockOf(back.series(fed).current("c-1", "d-7"))).contains(at(30));
    }

    @Test
    void changeOfTheMergeRuleBackfillsRecordsAgain() {
        TrackedSeries<Report, State> tracked = tracked();
        OpenTrackedSeries<Report, State> series = openAs(tracked).series(tracked);
        series.append(report(0, "hall 1", 1));
        series.enrich("c-1", "d-7").set("accountId", "acct-1").run();
        series.append(new Report("c-1", "d-7", at(10), Optional.empty(), Optional.of(2)));
        TrackedSeries<Report, State> merged = reports()
                .current(plain(Current.transactional(State.class)).merge())
                .build();
        State state = openAs(merged).series(merged).current("c-1", "d-7").orElseThrow();
        assertThat(state.location()).contains("hall 1");
        assertThat(state.accountId()).contains("acct-1");
        assertThat(openAs(tracked)
                        .series(tracked)
                        .current("c-1", "d-7")
                        .orElseThrow()
                        .location())
                .isEmpty();
    }

    @Test
    void droppedOrMovedRecordIsRefused() {
        TrackedSeries<Report, State> tracked = tracked();
        Varve first = openAs(tracked);
        first.series(tracked).append(report(0, "hall 1", 1));
        assertRejected("schema.incompatible", () -> openAs(reports().build()));
        assertRejected(
                "schema.incompatible",
                () -> openAs(reports()
                        .current(Current.transactional(State.class).keys("{channel}#{deviceId}", "CURRENT"))
                        .build()));
        TableSchema other = TableSchema.named(harness().newTableName()).build();
        assertRejected(
                "schema.incompatible",
                ("telemetry is not declared as it was when its items were stored: table of current was %s, is now %s."
                                + " Keep it as it was, or store it in a new table under another name with named(…)")
                        .formatted(table, other.name()),
                () -> open(Schema.of(
                        Schema.in(
                                TableSchema.named(table).build(),
                                reports()
                                        .current(plain(Current.transactional(State.class))
                                                .in(other.name()))
                                        .build()),
                        Schema.in(other))));
        assertThat(clockOf(openAs(tracked).series(tracked).current("c-1", "d-7")))
                .contains(at(0));
    }

    @Test
    void eventsOfProcessesWithTheFormerDeclarationAreBackfilledOnRequest() {
        Series<Report> plain = reports().build();
        OpenSeries<Report> former = openAs(plain).series(plain);
        former.append(report(0, "hall 1", 1));
        TrackedSeries<Report, State> tracked = tracked();
        OpenTrackedSeries<Report, State> series = openAs(tracked).series(tracked);
        former.append(report(60, "hall 2", 2));
        former.append(new Report("c-1", "d-8", at(5), Optional.of("hall 3"), Optional.empty()));
        series.fillCurrent();
        assertThat(clockOf(series.current("c-1", "d-7"))).contains(at(60));
        assertThat(clockOf(series.current("c-1", "d-8"))).contains(at(5));
        series.append(report(90, "hall 4", 4));
        series.fillCurrent();
        assertThat(clockOf(series.current("c-1", "d-7"))).contains(at(90));
    }

    /** Fails all transactions after a number of them; counts reads by key. */
    private static final class Stopping extends InterceptedEngine {

        private final AtomicInteger left;
        private final AtomicInteger gets = new AtomicInteger();

        Stopping(Engine engine, int transactions) {
            super(engine);
            this.left = new AtomicInteger(transactions);
        }

        @Override
        protected Object intercept(Table table, Method method, Object[] arguments) throws Throwable {
            if (method.getName().equals("get")) {
                gets.incrementAndGet();
            }
            return method.getName().equals("transactWrite") && left.getAndDecrement() <= 0
                    ? CompletableFuture.failedFuture(new Unavailable("test.stopped", "the process stops here"))
                    : pass(table, method, arguments);
        }
    }

    @Test
    void interruptedBackfillResumesWhereItStopped() {
        Series<Report> plain = reports().build();
        OpenSeries<Report> before = openAs(plain).series(plain);
        before.appendAll(IntStream.range(0, MANY)
                .mapToObj(i -> new Report("c-1", "d-" + i, at(i), Optional.empty(), Optional.empty()))
                .toList());
        TrackedSeries<Report, State> tracked = tracked();
        Schema schema = Schema.of(table, tracked);
        assertThatThrownBy(() -> Varve.on(new Stopping(harness().engine(), MANY - 20))
                        .clock(clock())
                        .open(schema))
                .isInstanceOf(Unavailable.class);
        Stopping counting = new Stopping(harness().engine(), MANY);
        OpenTrackedSeries<Report, State> series =
                Varve.on(counting).clock(clock()).open(schema).series(tracked);
        // Fewer than all: the identities of the first page are not read again.
        assertThat(counting.gets.get()).isBetween(20, MANY - 100);
        for (int i = 0; i < MANY; i++) {
            assertThat(clockOf(series.current("c-1", "d-" + i))).contains(at(i));
        }
    }

    @Test
    void backfillCompletedByAnotherProcessIsNotRepeated() {
        storeWithoutCurrent(report(0, "hall 1", 1));
        Schema schema = Schema.of(table, tracked());
        OpenSchema open = openSchema(schema);
        TrackedSeries<?, ?> declared =
                (TrackedSeries<?, ?>) schema.declarations().get(0);
        SchemaItem.Fill one = SchemaItem.record(open, declared).join().orElseThrow();
        SchemaItem.Fill other = SchemaItem.record(open, declared).join().orElseThrow();
        PageToken token = new PageToken("not a token");
        assertThat(one.reached(token).join()).isTrue();
        SchemaItem.Fill third = SchemaItem.record(open, declared).join().orElseThrow();
        assertThat(third.after()).isEqualTo(token);
        // An unreadable checkpoint restarts the backfill.
        SeriesAccess access = SeriesAccess.instance();
        access.fillCurrent(access.openTracked(open, declared), third).join();
        assertThat(other.reached(token).join()).isFalse();
        assertThat(SchemaItem.record(open, declared).join()).isEmpty();
        TrackedSeries<Report, State> again = tracked();
        assertThat(clockOf(openAs(again).series(again).current("c-1", "d-7"))).contains(at(0));
    }

    @Test
    void backfillEndsIfTheDeclarationChanged() {
        storeWithoutCurrent(report(0, "hall 1", 1));
        Schema schema = Schema.of(table, tracked());
        OpenSchema open = openSchema(schema);
        SchemaItem.Fill fill =
                SchemaItem.record(open, schema.declarations().get(0)).join().orElseThrow();
        openAs(reports()
                .current(plain(Current.transactional(State.class)).merge())
                .build());
        assertThatThrownBy(() -> fill.reached(null).join())
                .hasCauseInstanceOf(Rejected.class)
                .hasMessageContaining("open the database again");
    }

    private OpenSchema openSchema(Schema schema) {
        return new OpenSchema(
                schema,
                Map.of(table, harness().engine().open(schema.tables().get(0)).join()),
                clock(),
                1);
    }
}
