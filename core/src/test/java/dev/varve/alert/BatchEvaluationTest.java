package dev.varve.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.alert.internal.AlertSubject;
import dev.varve.alert.internal.DeviceState;
import dev.varve.alert.internal.RuleEvaluator;
import dev.varve.alert.internal.RuleState;
import dev.varve.alert.internal.StartedRule;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.item.Item;
import dev.varve.key.TimeRange;
import dev.varve.memory.MemoryEngine;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.table.BlockingTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Random histories through both evaluations: readings as items, and records of a journal as columns with checkpoints, crashes
 * and replays. Alerts, anomalies and states are equal after every delivery.
 */
class BatchEvaluationTest {

    record Reading(String deviceId, Instant at, Optional<Double> temperature, Map<String, Double> fields) {}

    private static final Instant START = Instant.parse("2026-04-20T14:00:00Z");
    private static final Alerting ALERTING = Alerting.standard();
    private static final int DEVICES = 4;
    private static final int STEPS = 80;

    private static final List<AlertRule> RULES = List.of(
            AlertRule.named("hot").above("temperature", 24).clearAt(23).build(),
            AlertRule.named("cold")
                    .below("temperature", 21)
                    .lasting(Duration.ofMinutes(3))
                    .build(),
            AlertRule.named("humid")
                    .outside("humidity", 21, 24)
                    .clearInside(22, 23)
                    .lasting(Duration.ofSeconds(90))
                    .build(),
            AlertRule.named("fast")
                    .changing("temperature", 3, Duration.ofMinutes(1))
                    .build(),
            AlertRule.named("jumpy")
                    .changing("humidity", 4, Duration.ofMinutes(2))
                    .lasting(Duration.ofMinutes(1))
                    .build(),
            AlertRule.named("gone").silentFor(Duration.ofMinutes(20)).build(),
            AlertRule.named("quiet").silentFor(Duration.ofMinutes(4)).build());

    private final List<Integer> steps = new ArrayList<>();
    private Instant now = START;

    /** A database with the readings of all devices, and its processor. */
    private abstract class Site {
        private final Series<Reading> declared;
        private final MemoryEngine engine = new MemoryEngine(() -> now);
        final Varve db;
        List<AlertRule> rules = List.of();
        List<Detector> detectors = List.of();
        AlertProcessor<Reading> processor;

        Site(SeriesBuilder<Reading> declared, List<AlertRule> rules, List<Detector> detectors) {
            this.declared = declared.build();
            this.db = Varve.on(engine).owner("test").open("telemetry", ALERTING.with(this.declared));
            this.rules = rules;
            this.detectors = detectors;
            this.processor = built();
        }

        final AlertProcessor<Reading> built() {
            return AlertProcessor.on(alerts(), readings())
                    .rules(rules.toArray(AlertRule[]::new))
                    .detectors(detectors.toArray(Detector[]::new))
                    .tickEvery(Duration.ofMillis(1))
                    .build();
        }

        final OpenSeries<Reading> readings() {
            return db.series(declared);
        }

        final AlertStore alerts() {
            return db.alerts(ALERTING);
        }

        final ChangeFeed tableFeed() {
            return engine.changes("telemetry");
        }

        void change(List<AlertRule> newRules) {
            rules = newRules;
            processor = built();
        }

        abstract void note(Reading reading);

        abstract void deliver();

        abstract void tick();

        DeviceState state(DeviceState stored) {
            return stored;
        }

        List<Object> found() {
            List<Object> found = new ArrayList<>(
                    alerts().anomalies(TimeRange.of(START.minus(Duration.ofHours(3)), now.plus(Duration.ofDays(1))))
                            .list());
            for (int device = 0; device < DEVICES; device++) {
                AlertSubject subject = new AlertSubject("readings", "d-" + device);
                found.addAll(alerts().of(subject.id()).list());
                found.add(plain(
                        state(BlockingTable.await(alerts().stateOf(subject)).orElse(DeviceState.none(subject)))));
            }
            return found;
        }

        /** Returns what counts of a state: a state of a rule that no reading or time has changed is its initial one. */
        private Object plain(DeviceState state) {
            Map<String, RuleState> all = new TreeMap<>();
            for (AlertRule rule : rules) {
                RuleState stored = state.rules().get(rule.name());
                Optional<Sample> last = rule.trigger() instanceof Trigger.Silent
                        ? state.through().map(Sample::at)
                        : Optional.empty();
                RuleState start = RuleEvaluator.passed(StartedRule.of(rule), null, Instant.EPOCH)
                        .state();
                all.put(
                        rule.name(),
                        stored == null
                                ? new RuleState(start.rule(), start.phase(), last, Optional.empty(), Optional.empty())
                                : known(
                                        rule,
                                        RuleEvaluator.passed(StartedRule.of(rule), stored, Instant.EPOCH)
                                                .state()));
            }
            return List.of(state.deviceId(), state.through(), all, state.outbox());
        }
    }

    /** A reading whose value is not known is the same as no reading. */
    private static RuleState known(AlertRule rule, RuleState state) {
        boolean isUnknown = rule.trigger().field().isPresent()
                && state.last().isPresent()
                && state.last().get().value().isEmpty();
        return isUnknown
                ? new RuleState(state.rule(), state.phase(), Optional.empty(), state.broke(), state.opened())
                : state;
    }

    private final class ItemSite extends Site {
        private final List<Reading> changed = new ArrayList<>();

        ItemSite(List<AlertRule> rules, List<Detector> detectors) {
            super(declared(), rules, detectors);
        }

        @Override
        void note(Reading reading) {
            changed.add(reading);
        }

        @Override
        void deliver() {
            List<Change> changes = changed.stream()
                    .map(reading -> new Change(
                            new FeedPosition("1"),
                            reading.at(),
                            readings()
                                    .declaration()
                                    .itemKey(readings().declaration().keyOf(reading), reading.at()),
                            null,
                            Item.empty(),
                            Change.Cause.WRITE))
                    .toList();
            BlockingTable.await(processor.handle(changes));
            changed.clear();
        }

        @Override
        void tick() {
            processor.tick(now);
        }
    }

    private final class PackedSite extends Site {
        private FeedPosition position = FeedPosition.BEGINNING;
        private FeedPosition checkpoint = FeedPosition.BEGINNING;
        private FeedPosition seenTable = FeedPosition.BEGINNING;
        private int unsaved;

        PackedSite(List<AlertRule> rules, List<Detector> detectors) {
            super(declared().packed(Duration.ofHours(1)), rules, detectors);
        }

        private BatchEvaluation<?> batches() {
            return (BatchEvaluation<?>) processor.forPackedEvents();
        }

        @Override
        void note(Reading reading) {}

        @Override
        void deliver() {
            noteTable();
            PackedStore store = Objects.requireNonNull(SeriesAccess.instance().packed(readings()));
            List<Change> records = new ArrayList<>();
            position = read(store.records(Optional.empty()), position, records);
            if (!records.isEmpty()) {
                unsaved++;
                var unused = BlockingTable.await(batches().collect(store.batch(records)));
            }
        }

        /** Delivers the changes of the table, as its consumer does. */
        void noteTable() {
            List<Change> changes = new ArrayList<>();
            seenTable = read(tableFeed(), seenTable, changes);
            BlockingTable.await(processor.handle(changes));
        }

        private FeedPosition read(ChangeFeed feed, FeedPosition from, List<Change> into) {
            FeedPosition at = from;
            while (true) {
                FeedPage.Changes page = (FeedPage.Changes) BlockingTable.await(feed.read(at, 100));
                at = page.next();
                if (page.changes().isEmpty()) {
                    return at;
                }
                into.addAll(page.changes());
            }
        }

        void checkpoint() {
            BlockingTable.await(batches().flush());
            checkpoint = position;
            unsaved = 0;
        }

        /** Loses the memory. A replay may evaluate late readings of several deliveries in order, so there is at most one. */
        void crash() {
            if (unsaved <= 1) {
                processor = built();
                position = checkpoint;
                unsaved = 0;
                deliver();
            }
        }

        @Override
        void change(List<AlertRule> newRules) {
            checkpoint();
            super.change(newRules);
        }

        @Override
        void tick() {
            noteTable();
            batches().begin();
            BlockingTable.await(processor.tick());
        }

        @Override
        DeviceState state(DeviceState stored) {
            batches().begin();
            batches().awaitRestored();
            return batches().merged(stored);
        }
    }

    private static SeriesBuilder<Reading> declared() {
        return Series.of(Reading.class)
                .named("readings")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}");
    }

    @Test
    void columnsGiveTheSameAlertsAndStatesAsItems() {
        for (long seed = 1; seed <= 12; seed++) {
            try {
                compare(new SplittableRandom(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed %s, steps %s".formatted(seed, steps), e);
            }
        }
    }

    /** Such readings are evaluated in parts: most of these in columns, and those around a change one by one. */
    @Test
    void readingsAfterALongAbsenceGiveTheSameAlertsAndStatesAsItems() {
        for (long seed = 1; seed <= 12; seed++) {
            try {
                compareAbsences(new SplittableRandom(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed %s".formatted(seed), e);
            }
        }
    }

    private void compareAbsences(SplittableRandom random) {
        now = START;
        List<AlertRule> rules = some(random);
        List<Site> both = List.of(new ItemSite(rules, List.of()), new PackedSite(rules, List.of()));
        for (int step = 0; step < 10; step++) {
            for (int absences = random.nextInt(1, 4); absences > 0; absences--) {
                List<Reading> some = absence(random);
                both.forEach(site -> {
                    site.readings().appendAll(some);
                    some.forEach(site::note);
                });
            }
            deliver(both);
        }
    }

    /** Returns hundreds of readings of one device. Some of them break a rule, alone or for a while. */
    private List<Reading> absence(SplittableRandom random) {
        String device = "d-" + random.nextInt(DEVICES);
        int count = random.nextInt(100, 600);
        now = now.plusSeconds(count);
        List<Reading> some = new ArrayList<>();
        double far = 0;
        for (int left = count; left > 0; left--) {
            far = random.nextInt(60) == 0 ? random.nextInt(-1, 2) * 3.0 : far;
            some.add(new Reading(
                    device,
                    now.minusSeconds(left),
                    Optional.of(value(random, 1) + far),
                    Map.of("humidity", value(random, 1) + far)));
        }
        return some;
    }

    private void compare(SplittableRandom random) {
        now = START;
        steps.clear();
        // Some histories are calm: nearly all readings leave all rules in their phases.
        int spread = random.nextBoolean() ? 8 : 60;
        List<Detector> detectors = new ArrayList<>();
        if (random.nextInt(3) == 0) {
            detectors.add(Detector.range("humidity", 20.5, 24.5));
        }
        if (random.nextInt(6) == 0) {
            detectors.add(Detector.zScore("temperature", 2).over(8, 3));
        }
        List<AlertRule> rules = some(random);
        ItemSite items = new ItemSite(rules, detectors);
        PackedSite packed = new PackedSite(rules, detectors);
        List<Site> both = List.of(items, packed);
        List<Reading> written = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            int draw = random.nextInt(20);
            steps.add(draw);
            switch (draw) {
                case 0 -> now = now.plusSeconds(random.nextInt(2_000));
                case 1 -> {
                    deliver(both);
                    packed.crash();
                    assertSame(both);
                }
                case 2, 3 -> packed.checkpoint();
                case 4 -> {
                    if (!written.isEmpty()) {
                        Reading one = written.get(random.nextInt(written.size()));
                        both.forEach(site -> site.readings().delete(one));
                    }
                }
                case 5 -> {
                    if (!written.isEmpty()) {
                        Reading old = written.get(random.nextInt(written.size()));
                        Reading one =
                                new Reading(old.deviceId(), old.at(), Optional.of(value(random, spread)), old.fields());
                        both.forEach(site -> {
                            site.readings().correct(one);
                            site.note(one);
                        });
                    }
                }
                case 6 -> {
                    deliver(both);
                    List<AlertRule> next = some(random);
                    both.forEach(site -> site.change(next));
                }
                case 7 -> {
                    deliver(both);
                    resolveSome(both, random);
                }
                case 8 -> {
                    deliver(both);
                    String device = "d-" + random.nextInt(DEVICES);
                    both.forEach(site -> site.alerts().delete(device));
                    packed.noteTable();
                    // A replay would evaluate readings of a deleted state again.
                    packed.checkpoint();
                }
                case 9, 10, 11 -> {
                    // Two ticks at one time count as one.
                    now = now.plusMillis(1);
                    deliver(both);
                    both.forEach(Site::tick);
                }
                case 12, 13, 14 -> deliver(both);
                default -> {
                    now = now.plusSeconds(random.nextInt(60));
                    List<Reading> some = new ArrayList<>();
                    for (int left = random.nextInt(1, 10); left > 0; left--) {
                        some.add(reading(random, spread));
                    }
                    written.addAll(some);
                    both.forEach(site -> {
                        site.readings().appendAll(some);
                        some.forEach(site::note);
                    });
                }
            }
        }
        now = now.plus(Duration.ofHours(1));
        deliver(both);
        both.forEach(Site::tick);
        assertSame(both);
    }

    private static void deliver(List<Site> both) {
        both.forEach(Site::deliver);
        assertSame(both);
    }

    private static void assertSame(List<Site> both) {
        List<Object> expected = both.get(0).found();
        List<Object> found = both.get(1).found();
        for (int i = 0; i < Math.min(found.size(), expected.size()); i++) {
            assertThat(found.get(i)).as("entry %s", i).isEqualTo(expected.get(i));
        }
        assertThat(found).hasSameSizeAs(expected);
    }

    private static void resolveSome(List<Site> both, SplittableRandom random) {
        int place = random.nextInt(5);
        Consumer<Site> resolve = site -> {
            List<Alert> open = new ArrayList<>();
            for (Severity severity : Severity.values()) {
                open.addAll(site.alerts().unresolved(severity).list());
            }
            if (place < open.size()) {
                var unused = site.alerts().resolve(open.get(place), "a person");
            }
        };
        both.forEach(resolve);
    }

    private static List<AlertRule> some(SplittableRandom random) {
        List<AlertRule> some = new ArrayList<>();
        for (AlertRule rule : RULES) {
            if (random.nextInt(4) > 0) {
                some.add(
                        random.nextInt(8) > 0 || rule.trigger() instanceof Trigger.Silent
                                ? rule
                                : new AlertRule(
                                        rule.name(),
                                        rule.trigger(),
                                        rule.lasting().plusSeconds(45),
                                        rule.severity(),
                                        rule.message()));
            }
        }
        return some;
    }

    private static double value(SplittableRandom random, int spread) {
        return 22.5 + random.nextInt(-spread, spread + 1) / 20.0;
    }

    private Reading reading(SplittableRandom random, int spread) {
        int late = switch (random.nextInt(10)) {
            case 0 -> random.nextInt(4_000);
            case 1 -> -random.nextInt(200);
            default -> random.nextInt(120);
        };
        return new Reading(
                "d-" + random.nextInt(DEVICES),
                now.minusSeconds(late),
                random.nextInt(4) == 0 ? Optional.empty() : Optional.of(value(random, spread)),
                random.nextInt(3) == 0 ? Map.of() : Map.of("humidity", value(random, spread)));
    }
}
