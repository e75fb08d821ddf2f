package dev.varve.series.internal.definition;

import dev.varve.error.EventTooOld;
import dev.varve.error.Rejected;
import dev.varve.key.Tick;
import dev.varve.series.TtlStart;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Checks the clocks of events. Catches devices with a wrong clock and callers that confuse the unit. */
public final class ClockRules {

    private final String series;
    private final Tick tick;
    private final Duration maxFuture;
    private final @Nullable Duration maxLate;
    private final @Nullable Duration keep;
    private final boolean exact;

    ClockRules(SeriesSettings<?> declared, Tick tick, @Nullable Duration maxLate) {
        series = declared.name;
        this.tick = tick;
        maxFuture = declared.maxFuture;
        this.maxLate = maxLate;
        keep = declared.ttlBase == TtlStart.EVENT_TIME ? declared.keep : null;
        exact = declared.exactClock;
    }

    public Duration maxFuture() {
        return maxFuture;
    }

    /** Refuses a clock outside the limits, or whose event would expire at once. */
    public void check(Instant clock, Instant now) {
        checkAhead(clock, now);
        checkAge(clock, now);
        checkTick(clock);
    }

    /** Refuses a clock that is too far ahead or too fine; one of any age is accepted. */
    public void checkForm(Instant clock, Instant now) {
        checkAhead(clock, now);
        checkTick(clock);
    }

    /** Returns whether an append refuses an event for its age. */
    public boolean isTooOld(Instant clock, Instant now) {
        return (maxLate != null && clock.isBefore(now.minus(maxLate))) || isExpired(clock, now);
    }

    /** Returns whether an event would expire at once. */
    public boolean isExpired(Instant clock, Instant now) {
        return keep != null && !clock.plus(keep).isAfter(now);
    }

    private void checkAhead(Instant clock, Instant now) {
        if (clock.isAfter(now.plus(maxFuture))) {
            throw new Rejected(
                    "series.too-far-ahead",
                    "%s at %s is %s ahead of the clock; the limit is %s (maxFuture). Is the unit seconds?"
                            .formatted(series, show(clock), words(Duration.between(now, clock)), words(maxFuture)));
        }
    }

    private void checkAge(Instant clock, Instant now) {
        if (maxLate != null && clock.isBefore(now.minus(maxLate))) {
            throw new EventTooOld(
                    "series.too-late",
                    "%s at %s is %s behind the clock; the limit is %s (maxLate)"
                            .formatted(series, show(clock), words(Duration.between(clock, now)), words(maxLate)));
        }
        if (keep != null && isExpired(clock, now)) {
            throw new EventTooOld(
                    "series.expired",
                    "%s at %s is %s behind the clock, and the series keeps its events for %s: it would expire at once"
                            .formatted(series, show(clock), words(Duration.between(clock, now)), words(keep)));
        }
    }

    private void checkTick(Instant clock) {
        if (exact && !tick.floor(clock).equals(clock)) {
            throw new Rejected(
                    "series.clock-finer-than-tick",
                    "%s at %s is finer than the tick, %s: drop exactClock() to cut it off, or choose a finer tick in a new"
                                    .formatted(series, show(clock), tick)
                            + " table");
        }
    }

    /** Returns the text of a clock for a message. */
    public static String show(Instant clock) {
        return (Tick.SECONDS.floor(clock).equals(clock) ? Tick.SECONDS : Tick.NANOS).text(clock);
    }

    private static String words(Duration duration) {
        if (duration.toDays() >= 1) {
            return duration.toDays() == 1 ? "1 day" : duration.toDays() + " days";
        }
        return duration.toString();
    }
}
