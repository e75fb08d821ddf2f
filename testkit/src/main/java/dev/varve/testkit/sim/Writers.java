package dev.varve.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.Varve;
import dev.varve.error.Rejected;
import dev.varve.error.Retry;
import dev.varve.error.VarveException;
import dev.varve.key.Grain;
import dev.varve.series.OpenSeries;
import dev.varve.series.Outcome;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.table.BlockingTable;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.FaultyEngine;
import dev.varve.testkit.random.Draw;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Appends, corrects and deletes events through calls that may fail, and records accepted writes in the ledger. */
final class Writers {

    static final List<String> DEVICES = List.of("d-1", "d-2", "d#3", "e");
    static final List<String> PLACES = List.of("hall", "yard", "roof#2");
    private static final List<String> IDS = List.of("a", "b", "c", "d");
    private static final int REMEMBERED = 80;
    private static final int MOST_ATTEMPTS = 200;
    private static final Duration LATE_WITHOUT_LIMIT = Duration.ofDays(40);

    private final Draw draw;
    private final DrawnRollup drawn;
    private final MutableClock clock;
    private final Ledger ledger;
    private final Deadlines deadlines;
    private final SimWorker.Post post;
    private final boolean isPacked;
    private OpenSeries<SimEvent> opened;
    private final List<SimEvent> known = new ArrayList<>();
    private final Map<String, String> places = new HashMap<>();
    private @Nullable Supplier<String> undo;

    Writers(Draw draw, SimWorker.Post post, Ledger ledger, Deadlines deadlines) {
        this.draw = draw;
        this.drawn = post.drawn();
        this.clock = post.clock();
        this.ledger = ledger;
        this.deadlines = deadlines;
        this.post = post;
        this.opened = open();
        this.isPacked = SeriesAccess.instance().packed(opened) != null;
    }

    private OpenSeries<SimEvent> open() {
        FaultyEngine faulty = new FaultyEngine(post.engine(), Faults.none(0));
        OpenSeries<SimEvent> series =
                Varve.on(faulty).clock(clock).open(post.schema()).series(drawn.series());
        faulty.meet(Faults.none(draw.nextLong()).throttled(3).lost(5).with(Faults.Fault.UNSENT, 2));
        return series;
    }

    /** Returns the series; the process of a packed one sometimes crashes before, also between two attempts of one call. */
    private OpenSeries<SimEvent> series() {
        if (isPacked && draw.chance(4)) {
            opened = open();
        }
        return opened;
    }

    /** Seals packed events until no event is only in the journal. */
    void seal() {
        if (isPacked) {
            repeated(() -> await(PackedStore::flush));
        }
    }

    private boolean await(Function<PackedStore, CompletableFuture<Void>> work) {
        BlockingTable.await(
                work.apply(Objects.requireNonNull(SeriesAccess.instance().packed(series()))));
        return true;
    }

    /** Seals some events, and often crashes half-way; returns what happened. */
    private String pack() {
        boolean isFlush = draw.chance(40);
        boolean isJoin = draw.chance(30);
        try {
            await(isFlush ? PackedStore::flush : PackedStore::tick);
            if (isJoin) {
                await(PackedStore::joinAll);
            }
        } catch (VarveException e) {
            if (e.retry() == Retry.NEVER) {
                throw e;
            }
            if (draw.chance(60)) {
                opened = open();
                return "pack crashed";
            }
            return "pack failed";
        }
        return isFlush ? "pack all" : "pack due";
    }

    private record Result<T>(T value, boolean isRepeated) {}

    private static <T> Result<T> repeated(Supplier<T> call) {
        for (int attempt = 1; ; attempt++) {
            try {
                return new Result<>(call.get(), attempt > 1);
            } catch (VarveException e) {
                if (e.retry() == Retry.NEVER || attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Performs one operation, and returns its description. */
    String act() {
        if (isPacked && draw.chance(15)) {
            return pack();
        }
        int choice = draw.below(100);
        if (choice < 78) {
            return append(draw());
        }
        SimEvent sample = known.isEmpty() ? draw() : draw.oneOf(known);
        return choice < 89 ? correct(draw.chance(80) ? payload(sample) : sample) : delete(sample);
    }

    /** Undoes the last operation, and returns a description. */
    String takeBack() {
        Supplier<String> last = undo;
        return last == null ? act() : last.get();
    }

    private String append(SimEvent sample) {
        Instant now = clock.instant();
        if (sample.at().isAfter(now.plus(drawn.maxFuture())) || isTooLate(sample.at(), now)) {
            Rejected refused = catchThrowableOfType(Rejected.class, () -> repeated(() -> series().append(sample)));
            assertThat(refused).as("%s was not rejected", sample).isNotNull();
            return "refused " + sample;
        }
        SimEvent existing = ledger.find(sample, now);
        SimEvent stored = drawn.cut(sample);
        Result<Outcome<SimEvent>> result = repeated(() -> series().append(sample));
        Outcome<SimEvent> outcome = result.value();
        if (existing == null || (drawn.replaces() && !existing.equals(stored))) {
            assertThat(outcome instanceof Outcome.Applied
                            || (result.isRepeated() && outcome instanceof Outcome.Duplicate))
                    .as("append of %s over %s is %s", sample, existing, outcome)
                    .isTrue();
            written(sample, now);
            undo = existing == null ? () -> delete(sample) : () -> correct(existing);
        } else {
            assertThat(outcome)
                    .as("append of %s over %s", sample, existing)
                    .isInstanceOf(existing.equals(stored) ? Outcome.Duplicate.class : Outcome.Conflict.class);
        }
        return "append " + outcome.getClass().getSimpleName() + " " + sample;
    }

    private boolean isTooLate(Instant at, Instant now) {
        return drawn.maxLate() != null && at.isBefore(now.minus(drawn.maxLate()));
    }

    private void written(SimEvent sample, Instant now) {
        ledger.write(sample, now);
        deadlines.written(sample.at(), now);
        known.add(sample);
        if (known.size() > REMEMBERED) {
            known.remove(draw.below(known.size()));
        }
    }

    private String correct(SimEvent sample) {
        Instant now = clock.instant();
        SimEvent existing = ledger.find(sample, now);
        assertThat(repeated(() -> series().correct(sample)).value())
                .as("correct %s", sample)
                .isEqualTo(existing != null);
        if (existing != null) {
            written(sample, now);
            undo = () -> correct(existing);
        }
        return "correct " + (existing != null) + " " + sample;
    }

    private String delete(SimEvent sample) {
        Instant now = clock.instant();
        SimEvent existing = ledger.find(sample, now);
        Result<Boolean> result = repeated(() -> series().delete(sample));
        if (!result.isRepeated()) {
            assertThat(result.value()).as("delete %s", sample).isEqualTo(existing != null);
        }
        if (existing != null) {
            ledger.delete(sample, now);
            deadlines.written(sample.at(), now);
            undo = () -> append(existing);
        }
        return "delete " + (existing != null) + " " + sample;
    }

    private SimEvent draw() {
        if (known.isEmpty() || draw.chance(75)) {
            String device = draw.oneOf(DEVICES);
            return payload(new SimEvent(
                    device, drawClock(), draw.oneOf(IDS), Optional.empty(), Optional.empty(), Optional.empty()));
        }
        SimEvent old = draw.oneOf(known);
        return draw.oneWay(
                () -> old,
                () -> payload(old),
                () -> payload(old.id(draw.oneOf(IDS))),
                () -> payload(old.id(draw.oneOf(IDS)).at(finer(drawn.tick().floor(old.at())))),
                () -> payload(old.at(old.at().plusSeconds(draw.between(-90, 90)))),
                () -> payload(new SimEvent(
                        draw.oneOf(DEVICES), old.at(), old.id(), old.temperature(), old.level(), old.place())));
    }

    /** Returns an event with other values; its device keeps its location, unless it moves. */
    private SimEvent payload(SimEvent sample) {
        if (draw.chance(15)) {
            places.put(sample.device(), draw.oneOf(PLACES));
        }
        @Nullable String unplaced = draw.chance(50) ? null : "";
        @Nullable String place = draw.chance(15) ? unplaced : places.computeIfAbsent(sample.device(), first -> "hall");
        return new SimEvent(
                sample.device(),
                sample.at(),
                sample.id(),
                draw.chance(20) ? Optional.empty() : Optional.of(drawNumber()),
                draw.chance(30) ? Optional.empty() : Optional.of(draw.between(-3, 100)),
                Optional.ofNullable(place));
    }

    private double drawNumber() {
        return draw.oneWay(
                () -> draw.between(-400, 400) / 10.0,
                () -> 21.5,
                () -> 0.0,
                () -> draw.between(-1_000_000, 1_000_000) / 1_000.0);
    }

    private Instant drawClock() {
        Instant now = clock.instant();
        Duration late = drawn.maxLate() == null ? LATE_WITHOUT_LIMIT : drawn.maxLate();
        Instant any = now.minusMillis((long) (draw.nextDouble() * late.toMillis()));
        return switch (draw.below(20)) {
            case 0 -> now.minus(late);
            case 1 -> now.minus(late).minusNanos(1);
            case 2, 3 -> any;
            case 4, 5 -> boundary(any, now.minus(late));
            case 6, 7 -> boundary(now, now.minus(late));
            case 8, 9 ->
                now.plusMillis((long) (draw.nextDouble() * drawn.maxFuture().toMillis()));
            case 10 -> now;
            case 11, 12, 13 -> finer(now.minusSeconds(Math.min(late.toSeconds() - 1, draw.below(10_000))));
            default -> finer(now.minusSeconds(Math.min(late.toSeconds() - 1, draw.below(600))));
        };
    }

    /** Returns a clock at or next to a boundary of buckets, not before a bound. */
    private Instant boundary(Instant near, Instant bound) {
        Grain grain = draw.oneOf(Grain.MINUTE, Grain.HOUR, Grain.DAY, Grain.MONTH);
        Instant start = drawn.calendar().start(grain, near).plusNanos(draw.oneOf(0, 0, -1, 1, -1_000_000_000));
        return start.isBefore(bound) ? near : start;
    }

    private Instant finer(Instant near) {
        return Instant.ofEpochSecond(near.getEpochSecond())
                .plusNanos(draw.oneOf(0, 0, 1, 999_999, 250_000_000, 999_999_999));
    }
}
