package dev.varve.testkit.contract.series;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.schema.Schema;
import dev.varve.series.AppendReport;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.Current;
import dev.varve.series.CurrentChange;
import dev.varve.series.OpenTrackedSeries;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import dev.varve.series.TrackedSeries;
import dev.varve.table.BlockingTable;
import dev.varve.table.Key;
import dev.varve.table.TableSchema;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.FaultyEngine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** A current record reflects the newest event by the caller's clock, not by arrival. */
public abstract class CurrentContract extends SeriesContract {

    private OpenTrackedSeries<Report, State> openTelemetry() {
        return open(TELEMETRY).series(TELEMETRY);
    }

    private static State state(Optional<State> latest) {
        assertThat(latest).isPresent();
        return latest.get();
    }

    @Test
    void appendWritesTheEventAndTheCurrentRecord() {
        Varve db = open(TELEMETRY);
        var telemetry = db.series(TELEMETRY);
        assertOutcome(Outcome.Applied.class, telemetry.append(report(0, "cabinet-A", 1)));
        State state = state(telemetry.current("c-1", "d-7"));
        assertThat(state.timestamp()).isEqualTo(at(0));
        assertThat(state.location()).contains("cabinet-A");
        assertThat(state.createdAt()).contains(at(0));
        BlockingTable table = db.table(db.schema().tables().get(0).name());
        assertThat(read(table, Key.of("c-1#d-7", "$app#v1#telemetry#e#2060-04-20T14:00:00.000Z")))
                .isNotNull()
                .satisfies(item -> assertThat(item.has("ttl")).isTrue());
        assertThat(read(table, Key.of("c-1#d-7", "$app#v1#telemetry")))
                .isNotNull()
                .satisfies(item -> assertThat(item.has("ttl")).isFalse());
    }

    @Test
    void olderEventIsStaleAndShowsTheCurrentRecord() {
        Varve db = open(TELEMETRY);
        var telemetry = db.series(TELEMETRY);
        telemetry.append(report(10, "new", 1));
        Outcome.Stale<Report> stale = assertOutcome(Outcome.Stale.class, telemetry.append(report(5, "old", 2)));
        assertThat(state(telemetry.currentIn(stale)).location()).contains("new");
        assertThat(state(telemetry.current("c-1", "d-7")).location()).contains("new");
        assertThat(events(db)).hasSize(1);
    }

    @Test
    void olderEventIsLateIfTheSeriesKeepsLateEvents() {
        TrackedSeries<Report, State> keeping = telemetry(current().keepLate());
        Varve db = open(keeping);
        var telemetry = db.series(keeping);
        telemetry.append(report(10, "new", 1));
        Outcome.Late<Report> late = assertOutcome(Outcome.Late.class, telemetry.append(report(5, "old", 2)));
        assertThat(state(telemetry.currentIn(late)).location()).contains("new");
        assertThat(state(telemetry.current("c-1", "d-7")).location()).contains("new");
        assertThat(events(db)).hasSize(2);
        assertOutcome(Outcome.Duplicate.class, telemetry.append(report(5, "old", 2)));
        assertOutcome(Outcome.Conflict.class, telemetry.append(report(5, "other", 2)));
    }

    @Test
    void repeatedAppendIsDuplicateAfterNewerOnes() {
        var telemetry = openTelemetry();
        telemetry.append(report(0, "a", 1));
        assertOutcome(Outcome.Duplicate.class, telemetry.append(report(0, "a", 1)));
        telemetry.append(report(1, "b", 1));
        assertOutcome(Outcome.Duplicate.class, telemetry.append(report(0, "a", 1)));
    }

    @Test
    void anotherEventOnTheSameClockIsConflict() {
        var telemetry = openTelemetry();
        telemetry.append(report(0, "a", 1));
        Outcome.Conflict<Report> conflict = assertOutcome(Outcome.Conflict.class, telemetry.append(report(0, "b", 1)));
        assertThat(conflict.existing().location()).contains("a");
        assertThat(state(telemetry.current("c-1", "d-7")).location()).contains("a");
    }

    @Test
    void failedConditionDiffersFromStale() {
        var telemetry = openTelemetry();
        telemetry.append(report(10, "a", 1));
        assertOutcome(
                Outcome.ConditionFailed.class,
                telemetry.append(report(20, "b", 1), attr("gpio").is(7)));
        assertOutcome(
                Outcome.Stale.class,
                telemetry.append(report(5, "b", 1), attr("gpio").is(7)));
        assertOutcome(
                Outcome.Applied.class,
                telemetry.append(report(20, "b", 1), attr("gpio").is(1)));
    }

    @Test
    void conditionOfTheFirstAppendIsTestedOnAnEmptyItem() {
        var telemetry = openTelemetry();
        assertOutcome(
                Outcome.ConditionFailed.class,
                telemetry.append(report(0, "a", 1), attr("gpio").exists()));
        assertOutcome(
                Outcome.Applied.class,
                telemetry.append(report(0, "a", 1), attr("gpio").absent()));
    }

    @Test
    void enrichmentSurvivesEveryAppend() {
        var telemetry = openTelemetry();
        telemetry.append(report(0, "a", 1));
        assertThat(telemetry.enrich("c-1", "d-7").set("accountId", "acct-1").run())
                .isInstanceOf(CurrentChange.Result.Changed.class);
        clock().advance(Duration.ofSeconds(30));
        telemetry.append(report(0, "b", 2));
        State state = state(telemetry.current("c-1", "d-7"));
        assertThat(state.accountId()).contains("acct-1");
        assertThat(state.location()).contains("b");
        assertThat(state.createdAt()).contains(at(-30));
    }

    @Test
    void enrichmentCanBeIndexedForCurrentRecordsOnly() {
        Varve db = open(TELEMETRY);
        var telemetry = db.series(TELEMETRY);
        telemetry.append(report(0, "a", 1));
        telemetry.enrich("c-1", "d-7").set("accountId", "acct-1").run();
        telemetry.append(report(1, "b", 1));
        eventually(() -> assertThat(telemetry.currentBy("gsi1", "acct-1").list())
                .singleElement()
                .satisfies(state -> assertThat(state.location()).contains("b")));
        assertThat(telemetry.currentBy("gsi1", "acct-1", "d-7").count()).isEqualTo(1);
        telemetry.enrich("c-1", "d-7").set("accountId", "acct-2").run();
        eventually(
                () -> assertThat(telemetry.currentBy("gsi1", "acct-1").list()).isEmpty());
        eventually(
                () -> assertThat(telemetry.currentBy("gsi1", "acct-2").list()).hasSize(1));
        telemetry.enrich("c-1", "d-7").remove("accountId").run();
        eventually(
                () -> assertThat(telemetry.currentBy("gsi1", "acct-2").list()).isEmpty());
        assertRejected(
                "series.index-unknown",
                "current records of type State have no index gsi9; their indexes are [gsi1]",
                () -> telemetry.currentBy("gsi9", "x"));
    }

    @Test
    void enrichmentNeedsARecordAndCannotSetFieldsOfAppends() {
        var telemetry = openTelemetry();
        assertThat(telemetry.enrich("c-1", "d-7").set("accountId", "x").run())
                .isInstanceOf(CurrentChange.Result.Missing.class);
        assertThat(telemetry.current("c-1", "d-7")).isEmpty();
        assertRejected(
                "series.not-enrichment",
                "location of State is written by append and cannot be changed; the enrichment of the record is [accountId, diagnostics]",
                () -> telemetry.enrich("c-1", "d-7").set("location", "x"));
        telemetry.append(report(0, "a", 1));
        assertThat(telemetry
                        .enrich("c-1", "d-7")
                        .set("accountId", "x")
                        .when(attr("gpio").is(9))
                        .run())
                .isInstanceOf(CurrentChange.Result.ConditionFailed.class);
    }

    @Test
    void fieldThatTheNewestEventLacksIsRemovedUnlessMerged() {
        TrackedSeries<Report, State> merging = telemetry(current().merge());
        Report bare = new Report("c-1", "d-7", at(1), Optional.empty(), Optional.of(2));
        var telemetry = openTelemetry();
        telemetry.append(report(0, "a", 1));
        telemetry.append(bare);
        assertThat(state(telemetry.current("c-1", "d-7")).location()).isEmpty();
        var merged = open(merging).series(merging);
        merged.append(report(0, "a", 1));
        merged.append(bare);
        assertThat(state(merged.current("c-1", "d-7")).location()).contains("a");
    }

    @Test
    void streamsOfOnePartitionAreSeparate() {
        TrackedSeries<Line, Line> lines = Series.of(Line.class)
                .partition("{deviceId}")
                .sort("$app#{stream}#e#{at}")
                .current(Current.transactional(Line.class).keys("{deviceId}", "$app#{stream}"))
                .build();
        var opened = open(lines).series(lines);
        opened.append(new Line("d", "status", at(5), "s"));
        opened.append(new Line("d", "status#e", at(3), "t"));
        opened.append(new Line("d", "diagnostics", at(1), "d"));
        assertThat(opened.latest("d", "status")).contains(new Line("d", "status", at(5), "s"));
        assertThat(opened.latest("d", "status#e")).contains(new Line("d", "status#e", at(3), "t"));
        assertThat(opened.latest("d", "diagnostics")).contains(new Line("d", "diagnostics", at(1), "d"));
        Outcome.Applied<Line> applied =
                assertOutcome(Outcome.Applied.class, opened.append(new Line("d", "status", at(6), "u")));
        assertThat(opened.currentIn(applied)).contains(new Line("d", "status", at(6), "u"));
    }

    /** An event of one of several streams. */
    public record Line(String deviceId, String stream, Instant at, String text) {}

    /** An event with an id, so that there may be several at one instant. */
    public record Payment(String account, Instant at, String id, int amount) {}

    @Test
    void eventsOfOneInstantAreAllKeptAndTheGreatestIdIsCurrentInAnyOrder() {
        TrackedSeries<Payment, Payment> payments = Series.of(Payment.class)
                .partition("ACCOUNT#{account}")
                .sort("TRANSACTION#{at}#{id}")
                .current(Current.transactional(Payment.class)
                        .keys("ACCOUNT#{account}", "CURRENT")
                        .keepLate())
                .build();
        for (List<String> order : List.of(List.of("a", "b", "c"), List.of("c", "a", "b"), List.of("b", "c", "a"))) {
            Varve db = open(payments);
            var opened = db.series(payments);
            for (String id : order) {
                assertThat(opened.append(new Payment("x", at(0), id, 1)).isStored())
                        .isTrue();
            }
            assertThat(opened.latest("x")).contains(new Payment("x", at(0), "c", 1));
        }
    }

    private static TrackedSeries<Payment, Payment> payments(ConflictPolicy rule, Tick tick) {
        return Series.of(Payment.class)
                .partition("ACCOUNT#{account}")
                .sort("TRANSACTION#{at}#{id}")
                .tick(tick)
                .onConflict(rule)
                .current(Current.transactional(Payment.class)
                        .keys("ACCOUNT#{account}", "CURRENT")
                        .keepLate())
                .build();
    }

    @Test
    void conditionOfAReplacingAppendIsTestedOnTheCurrentRecord() {
        for (ConflictPolicy rule : List.of(ConflictPolicy.REPLACE, ConflictPolicy.MERGE)) {
            TrackedSeries<Payment, Payment> payments = payments(rule, Tick.MILLIS);
            var opened = open(payments).series(payments);
            opened.append(new Payment("x", at(0), "a", 1));
            assertOutcome(
                    Outcome.ConditionFailed.class,
                    opened.append(
                            new Payment("x", at(0), "a", 2), attr("amount").is(7)));
            assertThat(opened.latest("x")).contains(new Payment("x", at(0), "a", 1));
            assertOutcome(
                    Outcome.Applied.class,
                    opened.append(
                            new Payment("x", at(0), "a", 2), attr("amount").is(1)));
        }
    }

    @Test
    void currentRecordIsReplacedByAnEarlierClockOfTheSameTick() {
        TrackedSeries<Payment, Payment> payments = payments(ConflictPolicy.REPLACE, Tick.SECONDS);
        var opened = open(payments).series(payments);
        opened.append(new Payment("x", at(0).plusMillis(700), "a", 1));
        Payment replaced = new Payment("x", at(0).plusMillis(300), "a", 2);
        assertOutcome(Outcome.Applied.class, opened.append(replaced));
        assertThat(opened.latest("x")).contains(replaced);
        Payment corrected = new Payment("x", at(0).plusMillis(100), "a", 3);
        assertThat(opened.correct(corrected)).isTrue();
        assertThat(opened.latest("x")).contains(corrected);
        assertThat(opened.history("x").list()).containsExactly(corrected);
    }

    @Test
    void eventsOfOneTickAreOrderedByTheirKeysEverywhere() {
        TrackedSeries<Payment, Payment> payments = payments(ConflictPolicy.REFUSE, Tick.MILLIS);
        var tracked = open(payments).series(payments);
        Series<Payment> plain = Series.of(Payment.class)
                .partition("ACCOUNT#{account}")
                .sort("TRANSACTION#{at}#{id}")
                .build();
        var untracked = open(plain).series(plain);
        // "a#" is encoded as a%23, so its key sorts after that of "a$".
        List<Payment> byKey = List.of(
                new Payment("x", at(0).plusNanos(123_900), "a", 1),
                new Payment("x", at(0).plusNanos(123_800), "a$", 2),
                new Payment("x", at(0).plusNanos(123_700), "a#", 3),
                new Payment("x", at(0).plusNanos(123_100), "z", 4));
        for (Payment payment : List.of(byKey.get(2), byKey.get(0), byKey.get(3), byKey.get(1))) {
            boolean isNewest = tracked.latest("x").isEmpty()
                    || byKey.indexOf(payment)
                            > byKey.indexOf(tracked.latest("x").get());
            assertThat(tracked.append(payment)).isInstanceOf(isNewest ? Outcome.Applied.class : Outcome.Late.class);
            untracked.append(payment);
            Payment newest = tracked.history("x").newestFirst().first().orElseThrow();
            assertThat(tracked.latest("x")).contains(newest);
            assertThat(untracked.latest("x")).contains(newest);
        }
        assertThat(tracked.history("x").list()).isEqualTo(byKey);
        assertThat(untracked.history("x").list()).isEqualTo(byKey);
        assertOutcome(Outcome.Duplicate.class, tracked.append(byKey.get(0)));
        assertOutcome(Outcome.Conflict.class, tracked.append(new Payment("x", at(0).plusNanos(5), "z", 4)));
    }

    @Test
    void currentRecordOfAnEarlierVersionIsComparedByItsParts() {
        TrackedSeries<Payment, Payment> payments = payments(ConflictPolicy.REFUSE, Tick.MILLIS);
        Varve db = open(payments);
        var opened = db.series(payments);
        opened.append(new Payment("x", at(0), "m", 1));
        BlockingTable table = db.table(db.schema().tables().get(0).name());
        Item current = Objects.requireNonNull(read(table, key("ACCOUNT#x", "CURRENT")));
        table.put(current.without("#e"));
        assertOutcome(Outcome.Late.class, opened.append(new Payment("x", at(0).plusNanos(900), "c", 2)));
        assertOutcome(Outcome.Applied.class, opened.append(new Payment("x", at(0).plusNanos(100), "p", 3)));
        assertOutcome(Outcome.Applied.class, opened.append(new Payment("x", at(1), "a", 4)));
        assertThat(opened.latest("x")).contains(new Payment("x", at(1), "a", 4));
    }

    @Test
    void currentRecordCanHaveItsOwnTable() {
        String name = harness().newTableName();
        TrackedSeries<Reading, Reading> tracked = Series.of(Reading.class)
                .partition("{deviceId}")
                .sort("{at}")
                .current(Current.transactional(Reading.class).in(name).keys("{deviceId}"))
                .build();
        TableSchema latest =
                TableSchema.named(name).partition("deviceId").withoutSort().build();
        Varve db = open(
                Schema.of(Schema.in(TableSchema.named(harness().newTableName()).build(), tracked), Schema.in(latest)));
        var opened = db.series(tracked);
        opened.append(new Reading("we#ird", at(0), 1));
        opened.append(new Reading("we#ird", at(1), 2));
        assertThat(opened.latest("we#ird")).contains(new Reading("we#ird", at(1), 2));
        assertThat(contents(db.table(name))).hasSize(1);
    }

    @Test
    void latestOfManyIdentitiesNeedsFewRequests() {
        TrackedSeries<Reading, Reading> tracked = Series.of(Reading.class)
                .partition("{deviceId}")
                .sort("{at}")
                .withoutCatalogue()
                .current(Current.transactional(Reading.class).keys("{deviceId}", "CURRENT"))
                .build();
        var opened = open(tracked).series(tracked);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            ids.add("d-" + i);
            if (i % 2 == 0) {
                opened.append(new Reading("d-" + i, at(i), i));
            }
        }
        Map<Parts, Reading> found = opened.latestOf(ids);
        assertThat(found).hasSize(125);
        assertThat(found.get(tracked.key("d-248"))).isEqualTo(new Reading("d-248", at(248), 248));
    }

    @Test
    void appendCostsFourUnitsAndALateOneFive() {
        var telemetry = openTelemetry();
        TrackedSeries<Report, State> keeping = telemetry(current().keepLate());
        var late = open(keeping).series(keeping);
        telemetry.append(report(10, "a", 1));
        late.append(report(10, "a", 1));
        assertWriteUnits(
                harness().countsEachAction() ? 4 : 2,
                telemetry.append(report(11, "a", 1)).capacity());
        Outcome<Report> stale = telemetry.append(report(5, "a", 1));
        Outcome<Report> kept = late.append(report(5, "a", 1));
        assertThat(stale.capacity().table().read()).isZero();
        if (harness().reportsFailedCapacity()) {
            assertWriteUnits(4, stale.capacity());
            assertWriteUnits(5, kept.capacity());
        }
    }

    @Test
    void concurrentAppendsKeepAllEventsAndTheNewestIsCurrent() throws Exception {
        TrackedSeries<Report, State> keeping = telemetry(current().keepLate());
        Varve db = open(keeping);
        var telemetry = db.series(keeping);
        List<Report> reports = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            reports.add(report(i, "l-" + i, i));
        }
        Collections.shuffle(reports, new Random(7));
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            List<CompletableFuture<Outcome<Report>>> outcomes = new ArrayList<>();
            for (Report report : reports) {
                outcomes.add(CompletableFuture.supplyAsync(() -> telemetry.append(report), threads));
                outcomes.add(CompletableFuture.supplyAsync(() -> telemetry.append(report), threads));
            }
            long stored = outcomes.stream()
                    .map(CompletableFuture::join)
                    .filter(outcome -> outcome instanceof Outcome.Applied || outcome instanceof Outcome.Late)
                    .count();
            assertThat(stored).isEqualTo(60);
        } finally {
            threads.shutdown();
        }
        assertThat(state(telemetry.currentConsistent("c-1", "d-7")).gpio()).contains(59);
        assertThat(events(db)).hasSize(60);
    }

    @Test
    void manyAppendsOfOneDeviceKeepTheirOrder() {
        var telemetry = openTelemetry();
        List<Report> reports = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            reports.add(report(i, "l", i));
        }
        AppendReport<Report> done = telemetry.appendAll(reports);
        assertThat(done.count(Outcome.Applied.class)).isEqualTo(50);
    }

    @Test
    void appendIsHeldBackIfAnEarlierOneOfTheSameIdentityFailed() {
        FaultyEngine faulty = new FaultyEngine(harness().engine(), Faults.none(1));
        var telemetry = Varve.on(faulty)
                .clock(clock())
                .open(Schema.of(harness().newTableName(), TELEMETRY))
                .series(TELEMETRY);
        List<Report> reports = List.of(report(0, "a", 1), report(1, "b", 2));
        faulty.meet(Faults.none(1).throttled(100));
        AppendReport<Report> failed = telemetry.appendAll(reports);
        assertThat(failed.leftovers()).isEqualTo(reports);
        assertThat(failed.entries().get(1).error())
                .hasMessage(
                        "held back because an earlier event of the same current record failed and can be retried: append"
                                + " both again");
        faulty.meet(Faults.none(1));
        assertThat(telemetry.appendAll(failed.leftovers()).count(Outcome.Applied.class))
                .isEqualTo(2);
    }

    private static List<Item> events(Varve db) {
        return contents(db.table(db.schema().tables().get(0).name())).stream()
                .filter(item -> item.text("sk").contains("#e#"))
                .toList();
    }
}
