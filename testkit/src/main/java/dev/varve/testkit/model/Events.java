package dev.varve.testkit.model;

import dev.varve.series.ConflictPolicy;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.random.Draw;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Draws events that collide: new ones, repeated ones, others with the same clock, older ones, and ones within a tick. */
final class Events {

    private static final List<String> DEVICES = List.of("d", "d#E", "e");
    private static final List<String> IDS = List.of("a", "b", "b#x", "c");
    private static final int REMEMBERED = 60;

    private final Draw draw;
    private final DrawnSeries series;
    private final MutableClock clock;
    private final List<Event> known = new ArrayList<>();

    Events(Draw draw, DrawnSeries series, MutableClock clock) {
        this.draw = draw;
        this.series = series;
        this.clock = clock;
    }

    static List<String> devices() {
        return DEVICES;
    }

    void remember(Event event) {
        known.add(event);
        if (known.size() > REMEMBERED) {
            known.remove(draw.below(known.size()));
        }
    }

    String drawDevice() {
        return draw.oneOf(DEVICES);
    }

    /** Returns a text that two events share exactly if they have the same key. */
    String keyOf(Event event) {
        return event.device() + " " + series.tick().text(event.at()) + (series.hasId() ? " " + event.id() : "");
    }

    Event draw() {
        if (known.isEmpty() || draw.chance(45)) {
            return payload(new Event(
                    drawDevice(), drawClock(), draw.oneOf(IDS), Optional.empty(), Optional.empty(), Optional.empty()));
        }
        Event old = draw.oneOf(known);
        return draw.oneWay(
                () -> old,
                () -> payload(old),
                () -> old.at(finer(series.tick().floor(old.at()))),
                () -> payload(old.at(old.at().plusSeconds(draw.between(-90, 90)))),
                () -> new Event(old.device(), old.at(), draw.oneOf(IDS), old.note(), old.level(), old.place()));
    }

    /** Returns an event with a key that may be stored, with the same payload or another. */
    Event drawKnown() {
        Event event = known.isEmpty() || draw.chance(10) ? draw() : draw.oneOf(known);
        return draw.chance(50) ? payload(event) : event;
    }

    private Event payload(Event event) {
        return new Event(
                event.device(),
                event.at(),
                event.id(),
                draw.chance(30) ? Optional.empty() : Optional.of(draw.oneOf("x", "y", "z")),
                draw.chance(30) ? Optional.empty() : Optional.of(draw.between(1, 3)),
                draw.chance(30) ? Optional.empty() : Optional.of(draw.oneOf("north", "south")));
    }

    private Instant drawClock() {
        Duration back = draw.chance(60) ? series.span().dividedBy(8) : series.span();
        Instant bound = clock.instant().minusMillis((long) (draw.nextDouble() * back.toMillis()));
        return switch (draw.below(20)) {
            case 0 -> clock.instant().plus(series.maxFuture());
            case 1 -> clock.instant().plus(series.maxFuture()).plusNanos(1);
            case 2, 3, 4 ->
                clock.instant().plusMillis((long)
                        (draw.nextDouble() * series.maxFuture().toMillis()));
            case 5 -> clock.instant().minus(series.keep() == null ? series.span() : series.keep());
            case 6, 7 -> boundary(bound);
            case 8, 9 -> clock.instant();
            default -> finer(Instant.ofEpochSecond(bound.getEpochSecond()));
        };
    }

    /** Returns a clock at or next to a boundary of buckets. */
    private Instant boundary(Instant clockNear) {
        long unit = draw.oneOf(60L, 1_800L, 3_600L, 86_400L);
        Instant start = Instant.ofEpochSecond(Math.floorDiv(clockNear.getEpochSecond(), unit) * unit);
        return start.plusNanos(draw.oneOf(0, 0, -1, 1, -1_000_000, 1_000_000));
    }

    private Instant finer(Instant start) {
        return start.plusNanos(draw.oneOf(0, 0, 1, 999_999, 1_000_000, 250_000_000, 999_999_999));
    }

    /** Returns a bound of a range: anywhere, at an event, at a boundary of buckets, or within a tick. */
    Instant drawBound() {
        Instant bound = clock.instant().plus(series.maxFuture()).minusMillis((long)
                (draw.nextDouble() * series.span().toMillis() * 1.5));
        return draw.oneWay(
                () -> bound,
                () -> boundary(bound),
                () -> known.isEmpty() ? bound : draw.oneOf(known).at(),
                () -> known.isEmpty() ? bound : draw.oneOf(known).at().plusNanos(draw.oneOf(-1, 1, 500_000)));
    }

    /** Returns events for concurrent appends whose final state does not depend on their order. */
    List<ConcurrentAppends.Entry> drawRace(SeriesModel model) {
        List<ConcurrentAppends.Entry> entries = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        model.events(clock.instant()).forEach(event -> taken.add(keyOf(event)));
        for (int i = draw.between(2, 6); i > 0; i--) {
            Instant at = finer(Instant.ofEpochSecond(clock.instant().getEpochSecond() - draw.below(5)));
            Event event = new Event(
                    draw.oneOf("d", "e"), at, draw.oneOf(IDS), Optional.of("x"), Optional.of(1), Optional.of("north"));
            boolean isTooLate = series.keep() != null && !at.plus(series.keep()).isAfter(clock.instant());
            if (!isTooLate && taken.add(keyOf(event))) {
                entries.add(new ConcurrentAppends.Entry(variants(event), draw.between(1, 3)));
            }
        }
        return entries;
    }

    private List<Event> variants(Event event) {
        if (series.conflicts() == ConflictPolicy.MERGE) {
            return List.of(
                    event.with(Optional.of("merged"), Optional.empty()), event.with(Optional.empty(), Optional.of(9)));
        }
        boolean isContested = series.conflicts() == ConflictPolicy.REFUSE && draw.chance(40);
        return isContested ? List.of(event, event.with(Optional.of("other"), Optional.of(2))) : List.of(event);
    }
}
