package dev.varve.key;

import dev.varve.key.internal.text.ClockDomain;
import dev.varve.key.internal.text.ClockText;
import java.time.Instant;
import java.util.Optional;

/** The resolution of a series' clock; clocks are truncated to it when an event is stored. */
public enum Tick {
    /** Written as {@code 2026-04-20T14:00:00Z}. */
    SECONDS(1_000_000_000, 0),
    /** Written as {@code 2026-04-20T14:00:00.000Z}. */
    MILLIS(1_000_000, 3),
    /** Written as {@code 2026-04-20T14:00:00.000000000Z}. */
    NANOS(1, 9);

    private final int nanos;
    private final int digits;

    Tick(int nanos, int digits) {
        this.nanos = nanos;
        this.digits = digits;
    }

    /** Returns the latest instant on this tick that is not after the given one. */
    public Instant floor(Instant instant) {
        int rest = ClockDomain.nanoOfSecond(instant) % nanos;
        return rest == 0 ? instant : instant.minusNanos(rest);
    }

    /** Returns the earliest instant on this tick that is not before the given one. */
    public Instant ceil(Instant instant) {
        int rest = ClockDomain.nanoOfSecond(instant) % nanos;
        return rest == 0 ? instant : instant.plusNanos(nanos - rest);
    }

    /** Returns the text of an instant, truncated to this tick. */
    public String text(Instant instant) {
        var out = new StringBuilder(ClockText.tickWidth(this));
        ClockText.appendTick(out, ClockDomain.check(instant), this);
        return out.toString();
    }

    /** Returns the instant of a text that this tick writes, or empty for any other text. */
    public Optional<Instant> parse(String text) {
        if (text.length() != ClockText.tickWidth(this) || text.charAt(text.length() - 1) != 'Z') {
            return Optional.empty();
        }
        long second = ClockText.readToSecond(text, 0);
        long nano = this == SECONDS ? 0 : ClockText.readFraction(text, ClockText.SECOND_WIDTH - 1, this);
        return second == ClockText.BAD || nano == ClockText.BAD
                ? Optional.empty()
                : Optional.of(Instant.ofEpochSecond(second, nano));
    }

    /** Returns the length of one tick in nanoseconds. */
    public int nanos() {
        return nanos;
    }

    /** Returns the number of decimals in the text of an instant. */
    public int digits() {
        return digits;
    }
}
