package dev.varve.testkit.contract.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.Varve;
import dev.varve.alert.Alert;
import dev.varve.alert.AlertNotice;
import dev.varve.alert.AlertProcessor;
import dev.varve.alert.AlertRule;
import dev.varve.alert.AlertRuleBuilder;
import dev.varve.alert.AlertStatus;
import dev.varve.alert.AlertStore;
import dev.varve.alert.Alerting;
import dev.varve.alert.Backtest;
import dev.varve.alert.Notifier;
import dev.varve.alert.Severity;
import dev.varve.alert.TickReport;
import dev.varve.engine.Engine;
import dev.varve.error.VarveException;
import dev.varve.feed.Change;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.feed.FeedSource;
import dev.varve.item.Item;
import dev.varve.key.TimeRange;
import dev.varve.schema.Schema;
import dev.varve.series.Series;
import dev.varve.table.BlockingTable;
import dev.varve.table.Key;
import dev.varve.testkit.contract.series.SeriesContract;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.FaultyEngine;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rules open and resolve each alert once, no matter how often changes are delivered and what fails in between. */
public abstract class AlertContract extends SeriesContract {

    protected static final Alerting ALERTING = Alerting.standard();

    private static final AlertRule HOT = hot().build();
    private static final AlertRule SILENT =
            AlertRule.named("gone").silentFor(Duration.ofMinutes(5)).build();

    private final List<String> received = new CopyOnWriteArrayList<>();
    private @Nullable Schema schema;
    private @Nullable Varve opened;

    private static AlertRuleBuilder hot() {
        return AlertRule.named("too-hot").above("temperature", 30).severity(Severity.CRITICAL);
    }

    @BeforeEach
    void openDatabase() {
        schema = Schema.of(harness().newTableName(), ALERTING.with(READINGS));
        opened = openOn(harness().engine());
    }

    private Varve openOn(Engine engine) {
        return Varve.on(engine).clock(clock()).open(Objects.requireNonNull(schema));
    }

    private Varve db() {
        return Objects.requireNonNull(opened);
    }

    private AlertStore alerts() {
        return db().alerts(ALERTING);
    }

    private AlertProcessor<Reading> processor(AlertRule... rules) {
        return processor(db(), notice -> recordNotice(notice), rules);
    }

    private static AlertProcessor<Reading> processor(Varve db, Notifier notifier, AlertRule... rules) {
        return AlertProcessor.on(db.alerts(ALERTING), db.series(READINGS))
                .rules(rules)
                .notifier(notifier)
                .build();
    }

    private CompletableFuture<Void> recordNotice(AlertNotice notice) {
        received.add(notice.event() + " " + notice.alert().rule());
        return CompletableFuture.completedFuture(null);
    }

    private static Change change(Reading reading) {
        Key key = READINGS.itemKey(READINGS.keyOf(reading), reading.at());
        return new Change(new FeedPosition("1"), reading.at(), key, null, Item.empty(), Change.Cause.WRITE);
    }

    private static void handle(AlertProcessor<Reading> processor, Change... changes) {
        BlockingTable.await(processor.handle(List.of(changes)));
    }

    /** Advances the clock by a second, appends a reading, and delivers its change. */
    private Reading appendAndHandle(AlertProcessor<Reading> processor, double temperature) {
        Reading reading = append(temperature);
        handle(processor, change(reading));
        return reading;
    }

    private Reading append(double temperature) {
        clock().advance(Duration.ofSeconds(1));
        Reading reading = reading(0, temperature);
        db().series(READINGS).append(reading);
        return reading;
    }

    private List<Alert> all() {
        return alerts().of("d-1").list();
    }

    private Alert only() {
        assertThat(all()).hasSize(1);
        return all().get(0);
    }

    @Test
    void alertNamesTheReadingThatOpenedIt() {
        AlertProcessor<Reading> processor = processor(HOT);
        appendAndHandle(processor, 29);
        Reading broke = appendAndHandle(processor, 31.5);
        appendAndHandle(processor, 35);
        Alert alert = only();
        assertThat(alert.readingAt()).isEqualTo(broke.at());
        assertThat(alert.openedAt()).isEqualTo(broke.at());
        assertThat(alert.value()).contains(31.5);
        assertThat(alert.status()).isEqualTo(AlertStatus.OPEN);
        assertThat(alert.message()).isEqualTo("temperature above 30.0, clear at 30.0");
        Item stored = Objects.requireNonNull(
                read(db().table(db().schema().tables().get(0).name()), key("DEVICE#d-1", "ALERT#" + alert.alertId())));
        assertThat(stored.text("severity")).isEqualTo("critical");
        assertThat(stored.text("status")).isEqualTo("open");
        assertThat(stored.text("gsi1pk")).isEqualTo("ALERT_SEVERITY#critical");
        assertThat(stored.text("gsi1sk")).isEqualTo("ALERT#" + alert.alertId());
        assertThat(received).containsExactly("OPENED too-hot");
    }

    @Test
    void resolvedAlertLeavesTheIndexAndStaysWithItsDevice() {
        AlertProcessor<Reading> processor = processor(HOT);
        appendAndHandle(processor, 31);
        eventually(
                () -> assertThat(alerts().unresolved(Severity.CRITICAL).list()).isEqualTo(all()));
        assertThat(alerts().unresolved(Severity.HIGH).list()).isEmpty();
        Reading good = appendAndHandle(processor, 30);
        Alert alert = only();
        assertThat(alert.status()).isEqualTo(AlertStatus.RESOLVED);
        assertThat(alert.resolvedAt()).contains(good.at());
        assertThat(alert.resolvedBy()).isEmpty();
        eventually(
                () -> assertThat(alerts().unresolved(Severity.CRITICAL).list()).isEmpty());
        assertThat(received).containsExactly("OPENED too-hot", "RESOLVED too-hot");
    }

    @Test
    void deviceWithoutRulesGetsNoState() {
        AlertProcessor<Reading> without = processor();
        appendAndHandle(without, 31);
        Key key = key("DEVICE#d-1", "RULES#readings");
        assertThat(read(db().table(db().schema().tables().get(0).name()), key)).isNull();
    }

    @Test
    void ruleThatIsAddedLaterBeginsWithTheNextReading() {
        AlertProcessor<Reading> without = processor();
        appendAndHandle(without, 31);
        AlertProcessor<Reading> processor = processor(HOT);
        appendAndHandle(processor, 20);
        assertThat(all()).isEmpty();
        Reading broke = appendAndHandle(processor, 31);
        assertThat(only().readingAt()).isEqualTo(broke.at());
    }

    @Test
    void readingsBetweenARemovedAndAnAddedRuleOpenNoAlert() {
        appendAndHandle(processor(HOT), 20);
        appendAndHandle(processor(), 31);
        appendAndHandle(processor(), 20);
        appendAndHandle(processor(HOT), 20);
        assertThat(all()).isEmpty();
    }

    @Test
    void removedRuleThatComesBackResolvesItsAlert() {
        appendAndHandle(processor(HOT), 31);
        appendAndHandle(processor(), 20);
        assertThat(only().status()).isEqualTo(AlertStatus.OPEN);
        Reading good = appendAndHandle(processor(HOT), 20);
        assertThat(only().resolvedAt()).contains(good.at());
    }

    @Test
    void alertsOfADeviceComeNewestFirst() {
        AlertProcessor<Reading> processor = processor(HOT);
        for (int i = 0; i < 3; i++) {
            appendAndHandle(processor, 31);
            appendAndHandle(processor, 29);
        }
        assertThat(all()).hasSize(3);
        assertThat(all()).extracting(Alert::openedAt).isSortedAccordingTo((a, b) -> b.compareTo(a));
        assertThat(alerts().of("d-1").limit(2).page().records()).isEqualTo(all().subList(0, 2));
        assertThat(alerts().of("d-2").list()).isEmpty();
    }

    @Test
    void flappingIsDamped() {
        AlertProcessor<Reading> processor =
                processor(hot().clearAt(28).lasting(Duration.ofSeconds(3)).build());
        for (int i = 0; i < 6; i++) {
            appendAndHandle(processor, i % 2 == 0 ? 31 : 29);
        }
        assertThat(all()).isEmpty();
        for (int i = 0; i < 4; i++) {
            appendAndHandle(processor, 31);
        }
        for (int i = 0; i < 6; i++) {
            appendAndHandle(processor, i % 2 == 0 ? 31 : 29);
        }
        assertThat(only().status()).isEqualTo(AlertStatus.OPEN);
    }

    @Test
    void tickOpensAlertsWithoutANewReading() {
        AlertProcessor<Reading> processor =
                processor(hot().lasting(Duration.ofSeconds(60)).build());
        Reading broke = appendAndHandle(processor, 31);
        assertThat(processor.tick(broke.at().plusSeconds(59))).isEqualTo(new TickReport(1, 0, 0, 0));
        assertThat(processor.tick(broke.at().plusSeconds(75))).isEqualTo(new TickReport(1, 1, 0, 0));
        assertThat(processor.tick(broke.at().plusSeconds(90))).isEqualTo(new TickReport(1, 0, 0, 0));
        assertThat(only().openedAt()).isEqualTo(broke.at().plusSeconds(60));
        assertThat(only().readingAt()).isEqualTo(broke.at());
    }

    @Test
    void silentDeviceIsFoundWithoutAReading() {
        AlertProcessor<Reading> processor = processor(SILENT);
        Reading last = appendAndHandle(processor, 20);
        clock().advance(Duration.ofMinutes(4));
        processor.tick(clock().instant());
        assertThat(all()).isEmpty();
        clock().advance(Duration.ofMinutes(2));
        processor.tick(clock().instant());
        assertThat(only().openedAt()).isEqualTo(last.at().plus(Duration.ofMinutes(5)));
        assertThat(only().readingAt()).isEqualTo(last.at());
        Reading next = appendAndHandle(processor, 20);
        assertThat(only().resolvedAt()).contains(next.at());
        assertThat(received).containsExactly("OPENED gone", "RESOLVED gone");
    }

    @Test
    void tickOfTheFeedAdvancesTimeOncePerMinute() {
        AlertProcessor<Reading> processor = processor(SILENT);
        appendAndHandle(processor, 20);
        BlockingTable.await(processor.tick());
        clock().advance(Duration.ofSeconds(59));
        append(31);
        BlockingTable.await(processor.tick());
        clock().advance(Duration.ofMinutes(6));
        BlockingTable.await(processor.tick());
        assertThat(only().readingAt()).isEqualTo(clock().instant().minus(Duration.ofMinutes(6)));
        assertRejected(
                "alert.tick-every",
                "tickEvery is PT0S; it must be longer than zero",
                () -> AlertProcessor.on(alerts(), db().series(READINGS)).tickEvery(Duration.ZERO));
    }

    @Test
    void silentDeviceWithoutAnyChangeIsFound() {
        Reading last = append(20);
        db().series(READINGS).append(new Reading("d-2", last.at().plusSeconds(290), 20));
        clock().advance(Duration.ofMinutes(5));
        AlertProcessor<Reading> processor = processor(SILENT, HOT);
        assertThat(processor.tick(clock().instant())).isEqualTo(new TickReport(2, 1, 0, 0));
        assertThat(only().rule()).isEqualTo("gone");
        assertThat(alerts().of("d-2").list()).isEmpty();
    }

    @Test
    void newRuleFindsADeviceThatIsSilentAlready() {
        Reading last = appendAndHandle(processor(HOT), 20);
        clock().advance(Duration.ofMinutes(10));
        processor(HOT, SILENT).tick(clock().instant());
        assertThat(only().openedAt()).isEqualTo(last.at().plus(Duration.ofMinutes(5)));
        assertThat(received).containsExactly("OPENED gone");
    }

    @Test
    void identityOfSeveralPartsIsOneTextInAlerts() {
        Varve db = open(Schema.of(harness().newTableName(), ALERTING.with(TELEMETRY)));
        db.series(TELEMETRY).append(report(-600, "a", 1));
        AlertProcessor<Report> processor = AlertProcessor.on(db.alerts(ALERTING), db.series(TELEMETRY))
                .rules(SILENT, AlertRule.named("pin").above("gpio", 0).build())
                .build();
        processor.tick(clock().instant());
        assertThat(db.alerts(ALERTING).of("c-1#d-7").list())
                .extracting(Alert::rule)
                .containsExactlyInAnyOrder("gone", "pin");
    }

    @Test
    void stateSurvivesARestartOfTheProcessor() {
        AlertRule lasting = hot().lasting(Duration.ofSeconds(10)).build();
        Reading broke = appendAndHandle(processor(lasting), 31);
        clock().advance(Duration.ofSeconds(10));
        opened = openOn(harness().engine());
        appendAndHandle(processor(lasting), 31);
        assertThat(only().readingAt()).isEqualTo(broke.at());
        appendAndHandle(processor(lasting), 29);
        assertThat(only().status()).isEqualTo(AlertStatus.RESOLVED);
    }

    @Test
    void changedRuleKeepsItsOpenAlert() {
        appendAndHandle(processor(HOT), 31);
        AlertProcessor<Reading> changed =
                processor(AlertRule.named("too-hot").above("temperature", 40).build());
        changed.tick(clock().instant());
        assertThat(only().open()).isTrue();
        appendAndHandle(changed, 45);
        assertThat(only().open()).isTrue();
        appendAndHandle(changed, 35);
        assertThat(only().status()).isEqualTo(AlertStatus.RESOLVED);
        appendAndHandle(changed, 41);
        assertThat(all()).hasSize(2);
    }

    @Test
    void acknowledgedAlertIsStillUnresolved() {
        AlertProcessor<Reading> processor = processor(HOT);
        appendAndHandle(processor, 31);
        String id = only().alertId();
        eventually(() -> assertThat(alerts().findUnresolved(id)).isPresent());
        clock().advance(Duration.ofSeconds(5));
        Alert acknowledged = alerts().acknowledge(id, "ada").orElseThrow();
        assertThat(acknowledged.status()).isEqualTo(AlertStatus.ACKNOWLEDGED);
        assertThat(acknowledged.acknowledgedBy()).contains("ada");
        assertThat(acknowledged.acknowledgedAt()).contains(clock().instant());
        assertThat(alerts().acknowledge(acknowledged, "bob").orElseThrow().acknowledgedBy())
                .contains("ada");
        eventually(
                () -> assertThat(alerts().unresolved(Severity.CRITICAL).list()).hasSize(1));
        appendAndHandle(processor, 20);
        assertThat(only().status()).isEqualTo(AlertStatus.RESOLVED);
        assertThat(only().acknowledgedBy()).contains("ada");
        assertThat(alerts().acknowledge(acknowledged, "bob")).isEmpty();
    }

    @Test
    void manuallyResolvedAlertReopensOnlyAfterItCleared() {
        AlertProcessor<Reading> processor = processor(HOT);
        Reading first = appendAndHandle(processor, 31);
        Alert resolved = alerts().resolve(only(), "ada").orElseThrow();
        assertThat(resolved.status()).isEqualTo(AlertStatus.RESOLVED);
        assertThat(resolved.resolvedBy()).contains("ada");
        assertThat(alerts().resolve(resolved, "bob")).isEmpty();
        handle(processor, change(first));
        appendAndHandle(processor, 32);
        processor.tick(clock().instant());
        assertThat(all()).containsExactly(resolved);
        appendAndHandle(processor, 29);
        appendAndHandle(processor, 31);
        assertThat(all()).hasSize(2);
        assertThat(received).containsExactly("OPENED too-hot", "RESOLVED too-hot", "OPENED too-hot");
    }

    @Test
    void unknownAlertCannotBeResolved() {
        assertThat(alerts().resolve("01KPNK1QR0R3KDJNNHKR8WN0EW", "ada")).isEmpty();
        assertThat(alerts().acknowledge("01KPNK1QR0R3KDJNNHKR8WN0EW", "ada")).isEmpty();
        assertThat(alerts().find("d-1", "01KPNK1QR0R3KDJNNHKR8WN0EW")).isEmpty();
    }

    @Test
    void lateReadingsAndCorrectionsChangeNothing() {
        AlertProcessor<Reading> processor = processor(HOT);
        Reading first = appendAndHandle(processor, 20);
        clock().advance(Duration.ofSeconds(10));
        appendAndHandle(processor, 20);
        Reading late = new Reading("d-1", first.at().plusSeconds(5), 99);
        db().series(READINGS).append(late);
        handle(processor, change(late));
        Reading corrected = new Reading("d-1", first.at(), 99);
        db().series(READINGS).correct(corrected);
        handle(processor, change(corrected));
        assertThat(all()).isEmpty();
    }

    @Test
    void readingAheadOfTheClockIsEvaluatedAtItsTime() {
        AlertProcessor<Reading> processor = processor(HOT);
        appendAndHandle(processor, 20);
        Reading ahead = reading(3600, 99);
        db().series(READINGS).append(ahead);
        handle(processor, change(ahead));
        appendAndHandle(processor, 31);
        assertThat(only().value()).contains(31.0);
        appendAndHandle(processor, 20);
        clock().advance(Duration.ofHours(1));
        processor.tick(clock().instant());
        assertThat(all()).hasSize(2);
    }

    @Test
    void processorHandlesChangesOfTheFeed() {
        assumeTrue(harness().hasFeed());
        AlertProcessor<Reading> processor = processor(HOT, SILENT);
        append(20);
        append(31);
        append(32);
        append(20);
        var feed = ((FeedSource) harness().engine())
                .changes(db().schema().tables().get(0).name());
        FeedPosition position = FeedPosition.BEGINNING;
        for (int round = 0; round < 50; round++) {
            FeedPage.Changes page = (FeedPage.Changes) feed.read(position, 2).join();
            BlockingTable.await(processor.handle(page.changes()));
            position = page.next();
        }
        assertThat(only().resolvedAt()).contains(clock().instant());
    }

    /** Returns what the rules would have done with the stored readings, as lines to compare. */
    private List<String> expected(String device, AlertRule... rules) {
        TimeRange range = TimeRange.of(
                Instant.parse("2000-01-01T00:00:00Z"), clock().instant().plusNanos(1));
        return List.of(rules).stream()
                .flatMap(rule -> Backtest.on(db().series(READINGS)).run(rule, range, device).stream()
                        .map(episode -> line(episode.alertId(), episode.openedAt(), episode.resolvedAt())))
                .sorted()
                .toList();
    }

    private List<String> found(String device) {
        return alerts().of(device).list().stream()
                .map(alert -> line(alert.alertId(), alert.openedAt(), alert.resolvedAt()))
                .sorted()
                .toList();
    }

    private static String line(String id, Instant openedAt, Optional<Instant> resolvedAt) {
        return id + " " + openedAt.getEpochSecond() + " " + resolvedAt.map(Instant::getEpochSecond);
    }

    private static final AlertRule[] ALL = {
        hot().clearAt(25).build(),
        AlertRule.named("cold")
                .below("temperature", 10)
                .lasting(Duration.ofSeconds(5))
                .build(),
        AlertRule.named("jump")
                .changing("temperature", 15, Duration.ofSeconds(1))
                .build(),
        AlertRule.named("quiet").silentFor(Duration.ofSeconds(7)).build()
    };

    @Test
    void redeliveryInAnyOrderGivesTheSameAlerts() {
        Seeds.run(harness().thoroughness().seeds(), seed -> {
            Draw draw = new Draw(seed);
            AlertProcessor<Reading> processor = processor(ALL);
            String device = "r-" + seed;
            List<Change> changes = new ArrayList<>();
            for (int i = 0; i < harness().thoroughness().operations(); i++) {
                clock().advance(Duration.ofSeconds(draw.chance(20) ? 9 : 1));
                Reading reading = new Reading(device, clock().instant(), draw.between(0, 40));
                db().series(READINGS).append(reading);
                changes.add(change(reading));
                if (draw.chance(60)) {
                    List<Change> batch = new ArrayList<>(draw.times(draw.below(4), () -> draw.oneOf(changes)));
                    batch.add(changes.get(0));
                    BlockingTable.await(processor.handle(batch));
                }
                if (draw.chance(20)) {
                    processor.tick(clock().instant());
                }
            }
            processor.tick(clock().instant());
            assertThat(found(device)).isEqualTo(expected(device, ALL));
        });
    }

    @Test
    void failuresNeitherLoseNorDuplicateAlerts() {
        FaultyEngine faulty = new FaultyEngine(harness().engine(), Faults.none(1));
        Varve db = openOn(faulty);
        List<String> notices = new CopyOnWriteArrayList<>();
        Seeds.run(harness().thoroughness().seeds(), seed -> {
            Draw draw = new Draw(seed);
            AlertProcessor<Reading> processor = processor(
                    db,
                    notice -> {
                        if (draw.chance(30)) {
                            return CompletableFuture.failedFuture(new IllegalStateException("the notifier failed"));
                        }
                        notices.add(notice.id());
                        return CompletableFuture.completedFuture(null);
                    },
                    ALL);
            String device = "f-" + seed;
            for (int i = 0; i < harness().thoroughness().operations(); i++) {
                clock().advance(Duration.ofSeconds(draw.chance(20) ? 9 : 1));
                Reading reading = new Reading(device, clock().instant(), draw.between(0, 40));
                db().series(READINGS).append(reading);
                if (i == 0 || draw.chance(70)) {
                    faulty.meet(
                            Faults.none(seed * 1000 + i).lost(15).throttled(10).with(Faults.Fault.UNSENT, 10));
                    retryUntilSuccess(() -> handle(processor, change(reading)));
                    faulty.meet(Faults.none(seed));
                }
            }
            for (int round = 0; round < 40; round++) {
                processor.tick(clock().instant());
            }
            assertThat(found(device)).isEqualTo(expected(device, ALL));
            assertThat(notices)
                    .containsAll(alerts().of(device).list().stream()
                            .flatMap(alert -> IntStream.range(0, alert.open() ? 1 : 2)
                                    .mapToObj(end -> alert.alertId() + (end == 0 ? "-opened" : "-resolved")))
                            .collect(Collectors.toSet()));
        });
    }

    private static void retryUntilSuccess(Runnable call) {
        for (int attempt = 0; attempt < 200; attempt++) {
            try {
                call.run();
                return;
            } catch (VarveException e) {
                assertThat(e.code()).startsWith("fault.");
            }
        }
        throw new AssertionError("the call did not succeed");
    }

    @Test
    void processorsMayRunConcurrently() {
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            changes.add(change(append(i % 3 == 0 ? 31 : 20)));
        }
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<CompletableFuture<Void>> running = IntStream.range(0, 4)
                .mapToObj(worker -> CompletableFuture.runAsync(
                        () -> {
                            AlertProcessor<Reading> processor = processor(db(), Notifier.none(), ALL);
                            changes.forEach(change -> handle(processor, change));
                        },
                        threads))
                .toList();
        threads.shutdown();
        running.forEach(CompletableFuture::join);
        assertThat(found("d-1")).isEqualTo(expected("d-1", ALL));
    }

    @Test
    void manyAlertsOfOneCatchUpAreAllStored() {
        Reading first = append(20);
        for (int i = 0; i < 90; i++) {
            append(i % 2 == 0 ? 31 : 20);
        }
        handle(processor(ALL), change(first));
        assertThat(found("d-1")).isEqualTo(expected("d-1", ALL));
        assertThat(all()).hasSizeGreaterThan(40);
    }

    @Test
    void failedNoticeIsSentAgainByTheNextTick() {
        boolean[] isDown = {true};
        AlertProcessor<Reading> processor = processor(
                db(),
                notice -> {
                    if (isDown[0]) {
                        throw new IllegalStateException("the notifier failed");
                    }
                    return recordNotice(notice);
                },
                HOT);
        appendAndHandle(processor, 31);
        appendAndHandle(processor, 20);
        assertThat(received).isEmpty();
        assertThat(processor.tick(clock().instant()).undelivered()).isEqualTo(2);
        isDown[0] = false;
        assertThat(processor.tick(clock().instant()).undelivered()).isZero();
        processor.tick(clock().instant());
        assertThat(received).containsExactly("OPENED too-hot", "RESOLVED too-hot");
    }

    @Test
    void noticesOfADeviceKeepTheirOrder() {
        int[] failures = {1};
        AlertProcessor<Reading> processor = processor(
                db(),
                notice -> failures[0]-- > 0
                        ? CompletableFuture.failedFuture(new IllegalStateException("the notifier failed"))
                        : recordNotice(notice),
                HOT);
        appendAndHandle(processor, 31);
        assertThat(received).isEmpty();
        appendAndHandle(processor, 20);
        assertThat(received).containsExactly("OPENED too-hot", "RESOLVED too-hot");
    }

    @Test
    void lostChangesAreRecovered() {
        AlertProcessor<Reading> processor = processor(HOT);
        appendAndHandle(processor, 20);
        append(31);
        BlockingTable.await(processor.handleTrimmed());
        assertThat(all()).hasSize(1);
    }

    @Test
    void backtestWritesNothing() {
        append(31);
        append(29);
        Instant end = append(31).at();
        TimeRange range = TimeRange.of(end.minusSeconds(2), end);
        List<Backtest.Episode> episodes = Backtest.on(db().series(READINGS)).run(HOT, range, "d-1");
        assertThat(episodes).hasSize(1);
        assertThat(episodes.get(0).resolvedAt()).contains(end.minusSeconds(1));
        assertThat(all()).isEmpty();
        assertRejected(
                "alert.field",
                "rule x uses note, which is not a number of Reading; its numbers are [temperature]",
                () -> Backtest.on(db().series(READINGS))
                        .run(AlertRule.named("x").above("note", 1).build(), range, "d-1"));
    }

    @Test
    void invalidRulesAreRejected() {
        assertRejected(
                "alert.rule-repeated",
                "two rules are named too-hot and would share one state: rename one of them",
                () -> processor(HOT, HOT));
        assertRejected(
                "alert.field",
                "rule x uses pressure, which is not a number of Reading; its numbers are [temperature]",
                () -> processor(AlertRule.named("x").above("pressure", 1).build()));
        Series<Reading> unlisted = Series.of(Reading.class)
                .partition("UNLISTED#{deviceId}")
                .sort("{at}")
                .withoutCatalogue()
                .build();
        Varve db = open(ALERTING.with(unlisted));
        assertRejected(
                "series.no-catalogue",
                () -> AlertProcessor.on(db.alerts(ALERTING), db.series(unlisted))
                        .rules(HOT)
                        .build());
        AlertRule[] many = IntStream.range(0, 31)
                .mapToObj(i -> AlertRule.named("r" + i).above("temperature", i).build())
                .toArray(AlertRule[]::new);
        assertRejected(
                "alert.too-many-rules",
                "there are 31 rules on one series; the limit is 30, because they change in one transaction",
                () -> processor(many));
    }

    @Test
    void failureOfOneDeviceDoesNotStopTheTickOfOthers() {
        FaultyEngine faulty = new FaultyEngine(harness().engine(), Faults.none(1));
        Varve db = openOn(faulty);
        AlertProcessor<Reading> processor = processor(db, Notifier.none(), SILENT);
        handle(processor, change(append(20)));
        clock().advance(Duration.ofMinutes(10));
        faulty.meet(Faults.none(1).throttled(100));
        assertThatThrownBy(() -> processor.tick(clock().instant())).isInstanceOf(VarveException.class);
        faulty.meet(Faults.none(1));
        processor.tick(clock().instant());
        assertThat(all()).hasSize(1);
    }
}
