package dev.varve.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.engine.Engine;
import dev.varve.error.Rejected;
import dev.varve.key.Parts;
import dev.varve.series.AppendReport;
import dev.varve.series.CurrentChange;
import dev.varve.series.OpenSeries;
import dev.varve.series.OpenTrackedSeries;
import dev.varve.series.Outcome;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.table.TableSchema;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.random.Draw;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs random operations on a random series and on the model, and compares every result and every read after it.
 * Everything but the order of threads comes from the seed.
 */
public final class SeriesWalk {

    /**
     * The environment of a walk.
     *
     * @param clock the engine's clock, which the walk moves
     * @param tableNames names that no table of the engine has
     * @param repeating how transient failures are handled
     */
    public record Ground(
            Engine engine,
            MutableClock clock,
            Supplier<String> tableNames,
            Repeating repeating,
            Indexes indexes,
            Thoroughness thoroughness) {}

    private final Draw draw;
    private final DrawnSeries drawn;
    private final SeriesModel model;
    private final OpenedSeries opened;
    private final MutableClock clock;
    private final Events events;
    private final Repeating repeating;
    private final Indexes indexes;
    private final ReadComparison reads;
    private final ConcurrentAppends race;
    private final Figures figures;
    private final Thoroughness thoroughness;
    private final List<String> log = new ArrayList<>();

    private SeriesWalk(long seed, Ground ground, Figures figures) {
        this.draw = new Draw(seed);
        this.clock = ground.clock();
        clock.set(DrawnSeries.START.plusNanos(draw.oneOf(0, 1, 1_000_000, 999_999_999)));
        this.drawn = DrawnSeries.draw(draw, ground.tableNames(), packable(ground));
        this.model = new SeriesModel(drawn);
        this.repeating = ground.repeating();
        this.indexes = ground.indexes();
        this.figures = figures;
        this.thoroughness = ground.thoroughness();
        this.opened = new OpenedSeries(drawn, ground.engine(), clock, draw.between(1, 8));
        this.events = new Events(draw, drawn, clock);
        this.reads = new ReadComparison(drawn, model, opened, clock, repeating, figures);
        this.race = new ConcurrentAppends(drawn, model, opened, clock, repeating, figures);
    }

    /** Packed series on half of the walks, on engines that have journals of their own. */
    private static int packable(Ground ground) {
        TableSchema probe = TableSchema.named(ground.tableNames().get()).build();
        return ground.engine()
                .open(probe)
                .thenApply(table -> ground.engine().journal(probe, "probe").isPresent() ? 50 : 0)
                .join();
    }

    /** Runs a walk of this many operations; a failure message contains the declaration and the last operations. */
    public static void run(long seed, int operations, Ground ground, Figures figures) {
        SeriesWalk walk = new SeriesWalk(seed, ground, figures);
        ground.repeating().begin();
        try {
            for (int i = 0; i < operations; i++) {
                walk.step(i);
            }
            walk.reads.everything();
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(walk.failureDescription() + "\n" + e, e);
        } finally {
            ground.repeating().end();
        }
    }

    private String failureDescription() {
        int from = Math.max(0, log.size() - 12);
        return drawn + "\n" + drawn.series().describe() + "\nlast operations:\n  "
                + String.join("\n  ", log.subList(from, log.size()));
    }

    private void step(int number) {
        int choice = draw.below(100);
        if (choice < 40) {
            append(draw.chance(25) ? ModelCondition.draw(draw) : ModelCondition.NONE);
        } else if (choice < 46) {
            appendAll();
        } else if (choice < 50) {
            raceAppends();
        } else if (choice < 56) {
            correct();
        } else if (choice < 61) {
            delete();
        } else if (choice < 63) {
            deleteAll();
        } else if (choice < 69) {
            if (drawn.isPacked()) {
                pack();
            } else {
                enrich();
            }
        } else if (choice < 74) {
            advance();
        } else {
            read();
        }
        if (number % thoroughness.checkEvery() == 0) {
            reads.everything();
        }
    }

    private void note(String operation, Object... what) {
        log.add(operation + " " + List.of(what));
        figures.count(operation);
    }

    private void append(ModelCondition condition) {
        Event event = events.draw();
        note("append", event, condition.condition());
        ExpectedOutcome expected = model.append(event, condition, clock.instant());
        if (expected.kind().startsWith("series.")) {
            figures.count("append: refused");
            Rejected refused = catchThrowableOfType(
                    Rejected.class, () -> repeating.call(() -> series().append(event, condition.condition())));
            assertThat(refused).as("nothing was rejected, for %s", expected).isNotNull();
            assertThat(refused.code()).isEqualTo(expected.kind());
            return;
        }
        events.remember(event);
        Repeating.Result<? extends Outcome<Event>> answer =
                repeating.call(() -> series().append(event, condition.condition()));
        check(expected, answer.value(), answer.isRepeated());
    }

    private void check(ExpectedOutcome expected, Outcome<Event> outcome, boolean isRepeated) {
        figures.count("append: " + outcome.getClass().getSimpleName());
        Outcomes.check(drawn, expected, outcome, isRepeated);
    }

    private void appendAll() {
        Map<String, Event> distinct = new LinkedHashMap<>();
        List<Event> all = new ArrayList<>();
        for (int i = draw.between(1, 8); i > 0; i--) {
            Event event = events.draw();
            // Without a current record, events with one key may be stored in any order.
            if (drawn.isTracked() || distinct.putIfAbsent(events.keyOf(event), event) == null) {
                all.add(event);
            }
        }
        note("appendAll", all);
        List<ExpectedOutcome> expected = new ArrayList<>();
        for (Event event : all) {
            expected.add(model.append(event, ModelCondition.NONE, clock.instant()));
            events.remember(event);
        }
        appendAll(all, expected, 1);
    }

    /** Appends the events in order until nothing is left over. */
    private void appendAll(List<Event> all, List<ExpectedOutcome> expected, int attempt) {
        OpenSeries<Event> series = repeating.call(this::series).value();
        AppendReport<Event> report = repeating.attempt(attempt, () -> series.appendAll(all));
        List<Event> left = new ArrayList<>();
        List<ExpectedOutcome> leftExpected = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            AppendReport.Entry<Event> entry = report.entries().get(i);
            ExpectedOutcome answer = expected.get(i);
            assertThat(entry.event()).isEqualTo(all.get(i));
            if (entry.outcome() != null) {
                check(answer, entry.outcome(), attempt > 1);
            } else if (entry.error() instanceof Rejected refused) {
                assertThat(refused.code()).isEqualTo(answer.kind());
            } else {
                left.add(entry.event());
                leftExpected.add(answer);
            }
        }
        assertThat(report.leftovers()).isEqualTo(left);
        if (!left.isEmpty()) {
            assertThat(repeating.isFaulty() && attempt < Repeating.MOST_ATTEMPTS)
                    .as("%s", report)
                    .isTrue();
            appendAll(left, leftExpected, attempt + 1);
        }
    }

    private void raceAppends() {
        List<ConcurrentAppends.Entry> entries = events.drawRace(model);
        note("race", entries);
        race.run(entries);
        entries.forEach(entry -> entry.variants().forEach(events::remember));
    }

    private void correct() {
        Event event = events.drawKnown();
        note("correct", event);
        boolean expected = model.correct(event, clock.instant());
        assertThat(repeating.call(() -> series().correct(event)).value()).isEqualTo(expected);
    }

    private void delete() {
        Event event = events.drawKnown();
        note("delete", event);
        boolean expected = model.delete(event, clock.instant());
        boolean byClock = !drawn.hasId() && draw.chance(50);
        var deleted =
                repeating.call(() -> byClock ? series().delete(event.at(), event.device()) : series().delete(event));
        if (!deleted.isRepeated()) {
            assertThat(deleted.value()).isEqualTo(expected);
        }
    }

    private void deleteAll() {
        String device = events.drawDevice();
        Instant from = events.drawBound();
        Instant to = from.plus(drawn.span().dividedBy(draw.between(1, 20)));
        note("deleteAll", device, from, to);
        List<Event> expectedDeletions = reads.between(device, from, to);
        var deleted = repeating.call(() -> {
            OpenSeries<Event> series = series();
            return series.deleteAll(series.history(device).between(from, to).consistent());
        });
        if (!deleted.isRepeated()) {
            assertThat(deleted.value()).isEqualTo(expectedDeletions.size());
        }
        expectedDeletions.forEach(event -> model.delete(event, clock.instant()));
    }

    private void enrich() {
        String device = events.drawDevice();
        if (!drawn.isEnriched() || !(opened.get() instanceof OpenTrackedSeries<Event, ?> tracked)) {
            return;
        }
        Optional<String> account = draw.chance(70) ? Optional.of("acct-" + draw.below(3)) : Optional.empty();
        ModelCondition condition = draw.chance(30) ? ModelCondition.draw(draw) : ModelCondition.NONE;
        note("enrich", device, account, condition.condition());
        CurrentChange<? extends Record> change = account.isPresent()
                ? tracked.enrich(device).set("account", account.get())
                : tracked.enrich(device).remove("account");
        CurrentChange.Result<? extends Record> result =
                repeating.call(() -> change.when(condition.condition()).run()).value();
        @Nullable State before = model.state(device).orElse(null);
        if (before == null) {
            assertThat(result).isInstanceOf(CurrentChange.Result.Missing.class);
        } else if (!condition.test().test(before)) {
            assertThat(result).isEqualTo(new CurrentChange.Result.ConditionFailed<>(before));
        } else {
            model.enrich(device, account);
            assertThat(result).isEqualTo(new CurrentChange.Result.Changed<>(before.account(account)));
        }
        figures.count("enrich: " + result.getClass().getSimpleName());
    }

    /** Returns the series; a packed one is sometimes opened again before, also between two attempts of one call. */
    private OpenSeries<Event> series() {
        if (drawn.isPacked() && draw.chance(5)) {
            note("crash");
            opened.crash();
        }
        return opened.get();
    }

    private void pack() {
        String work = draw.oneOf("flush", "tick", "join", "crash");
        note(work);
        repeating.call(() -> {
            switch (work) {
                case "flush" -> opened.await(PackedStore::flush);
                case "tick" -> opened.await(PackedStore::tick);
                case "join" -> opened.await(PackedStore::joinAll);
                default -> opened.crash();
            }
            return true;
        });
    }

    private void advance() {
        Duration by = draw.oneWay(
                () -> Duration.ofNanos(draw.between(1, 999_999_999)),
                () -> Duration.ofSeconds(draw.between(1, 100)),
                () -> drawn.span().dividedBy(draw.between(2, 30)));
        note("advance", by);
        clock.advance(by);
    }

    private void read() {
        String device = events.drawDevice();
        switch (draw.below(6)) {
            case 0 -> {
                note("latest", device);
                reads.latest(device);
            }
            case 1 -> {
                List<String> devices = draw.times(draw.between(1, 4), events::drawDevice);
                note("latestOf", devices);
                reads.latestOf(devices);
            }
            case 2 -> {
                if (drawn.isPacked()) {
                    return;
                }
                DrawnRange window = DrawnRange.draw(draw, drawn, events, clock.instant());
                note("by", window);
                indexes.maybeCatchUp(model, draw);
                reads.by(window, draw, indexes);
            }
            case 3 -> {
                note("identities");
                reads.identities(draw.between(1, 3));
            }
            default -> {
                DrawnRange window = DrawnRange.draw(draw, drawn, events, clock.instant());
                note("history", device, window);
                reads.history(device, window, draw, thoroughness);
            }
        }
    }

    /** Returns the key of a device. */
    static Parts key(String device) {
        return Parts.of("device", device);
    }
}
