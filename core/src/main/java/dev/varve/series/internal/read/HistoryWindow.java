package dev.varve.series.internal.read;

import dev.varve.error.Rejected;
import dev.varve.key.Tick;
import dev.varve.key.TimeRange;
import dev.varve.key.internal.SeriesLayout;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The requested range of a history: bounds that are given, open, or counted back from a moment.
 *
 * @param asOf the moment that relative bounds count from, or null if it is not fixed yet
 */
public record HistoryWindow(Bound from, Bound to, @Nullable Instant asOf) {

    /** The first instant that a key can hold. */
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

    public static final HistoryWindow OPEN = new HistoryWindow(new Open(), new Open(), null);

    /** One end of a range. */
    sealed interface Bound {}

    /** No bound, or the default of the declaration. */
    record Open() implements Bound {
        @Override
        public String toString() {
            return "open";
        }
    }

    /** A bound at an instant. */
    record At(Instant instant) implements Bound {
        @Override
        public String toString() {
            return instant.getEpochSecond() + "." + instant.getNano();
        }
    }

    /** A bound just after the tick that lies this far back from the moment. */
    record Ago(Duration distance) implements Bound {
        @Override
        public String toString() {
            return distance + " ago";
        }
    }

    public HistoryWindow between(Instant start, Instant end) {
        // Refuses a range that ends before it starts.
        var range = new TimeRange(start, end);
        return new HistoryWindow(new At(range.from()), new At(range.to()), null);
    }

    public HistoryWindow since(Instant start) {
        return new HistoryWindow(new At(start), to, asOf);
    }

    public HistoryWindow before(Instant end) {
        return new HistoryWindow(from, new At(end), asOf);
    }

    public static HistoryWindow last(Duration distance, Instant now) {
        if (distance.isNegative() || distance.isZero()) {
            throw new Rejected(
                    "series.last-not-positive",
                    "last(%s) is an empty range; give a duration above zero".formatted(distance));
        }
        return new HistoryWindow(new Ago(distance), new Ago(Duration.ZERO), now);
    }

    /** Returns the same range as of another moment. */
    HistoryWindow asOf(Instant moment) {
        return new HistoryWindow(from, to, moment);
    }

    /** Returns whether the range depends on the current time. */
    public boolean isRelative(HistorySource<?> source) {
        boolean hasOpen = from instanceof Open || to instanceof Open;
        return from instanceof Ago
                || to instanceof Ago
                || (hasOpen && source.layout().isBucketed());
    }

    /** Returns the range as of the moment; refuses an open bound if every bucket of all time would be read. */
    public TimeRange range(HistorySource<?> source, Instant moment) {
        if (source.layout().isBucketed() && source.lookBack() == null) {
            requireBounds(source);
        }
        Instant start = start(source, moment);
        Instant end = end(source, moment);
        // Only two given bounds can be in the wrong order.
        if (end.isBefore(start) && from instanceof Open) {
            return new TimeRange(end, end);
        }
        return end.isBefore(start) && to instanceof Open ? new TimeRange(start, start) : new TimeRange(start, end);
    }

    private Instant start(HistorySource<?> source, Instant moment) {
        if (from instanceof At at) {
            return at.instant();
        } else if (from instanceof Ago ago) {
            return after(source.layout(), moment, ago.distance());
        }
        if (!source.layout().isBucketed() || source.lookBack() == null) {
            return Instant.MIN;
        }
        Instant start = back(moment, source.lookBack());
        return start.isBefore(FIRST) ? Instant.MIN : source.layout().floor(start);
    }

    private Instant end(HistorySource<?> source, Instant moment) {
        if (to instanceof At at) {
            return at.instant();
        } else if (to instanceof Ago ago) {
            return after(source.layout(), moment, ago.distance());
        }
        return source.layout().isBucketed()
                ? after(source.layout(), moment, source.maxFuture().negated())
                : Instant.MAX;
    }

    /** Returns the first tick after the one that lies this far back. */
    private static Instant after(SeriesLayout layout, Instant moment, Duration distance) {
        Tick tick = layout.tick();
        Instant back = back(tick.floor(moment), distance);
        return back.equals(Instant.MIN) || back.equals(Instant.MAX)
                ? back
                : tick.ceil(tick.floor(back).plusNanos(1));
    }

    private static Instant back(Instant moment, Duration distance) {
        try {
            return moment.minus(distance);
        } catch (DateTimeException | ArithmeticException e) {
            return distance.isNegative() ? Instant.MAX : Instant.MIN;
        }
    }

    private void requireBounds(HistorySource<?> source) {
        if (from instanceof Open || to instanceof Open) {
            String missing = from instanceof Open && to instanceof Open
                    ? "no bounds: give them with between(from, to) or last(duration)"
                    : from instanceof Open
                            ? "no lower bound: give one with since(from) or between(from, to)"
                            : "no upper bound: give one with before(to) or between(from, to)";
            throw new Rejected(
                    "series.range-unbounded",
                    "the partitions of series %s are split by time, and the range has %s. Or declare lookBack(…) or keep(…)"
                            .formatted(source.name(), missing));
        }
    }

    /** Returns a text that is the same for all pages of one range, whenever they are read. */
    @Override
    public String toString() {
        return "[" + from + ", " + to + ")";
    }
}
