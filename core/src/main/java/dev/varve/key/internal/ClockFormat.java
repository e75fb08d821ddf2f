package dev.varve.key.internal;

import dev.varve.key.Grain;
import dev.varve.key.Tick;
import dev.varve.key.Ulid;
import dev.varve.key.ZoneHistory;
import dev.varve.key.internal.text.Buckets;
import dev.varve.key.internal.text.CivilDate;
import dev.varve.key.internal.text.ClockText;
import dev.varve.key.internal.text.UlidClock;
import java.time.Instant;

/** The format in which a clock part of a template writes the clock. */
final class ClockFormat {

    /** The clock in examples. */
    static final Instant EXAMPLE_CLOCK = Instant.ofEpochSecond(1_776_693_600);

    /** The kinds of format. */
    enum Kind {
        /** {@code {at}}: the clock at the tick. */
        TICK,
        /** {@code {at:epoch}}: a number sort key. */
        EPOCH,
        /** {@code {at:ulid}}: the milliseconds, as the first characters of a ULID. */
        ULID,
        /** {@code {at:day}}: the name of the bucket. */
        LABEL,
        /** {@code {at:day:start}}: the first instant of the bucket. */
        START,
        /** {@code {at:hour:dashed}}: the hour as {@code 2024-12-01-14}. */
        DASHED
    }

    private static final int MILLIS_OF_SECOND = 1_000;

    private final Kind kind;
    private final Tick tick;
    private final Grain grain;
    private final Buckets buckets;

    private ClockFormat(Kind kind, Tick tick, Grain grain, Buckets buckets) {
        this.kind = kind;
        this.tick = tick;
        this.grain = grain;
        this.buckets = buckets;
    }

    /**
     * Returns the format of {@code {at}}, {@code {at:epoch}} or {@code {at:ulid}}; its grain is a minute, the finest.
     */
    static ClockFormat exact(Kind kind, Tick tick) {
        return new ClockFormat(kind, tick, Grain.MINUTE, Buckets.of(Grain.MINUTE, ZoneHistory.UTC));
    }

    /** Returns the format of a bucket. */
    static ClockFormat bucket(Kind kind, Grain grain, ZoneHistory zones) {
        boolean alwaysUtc = kind == Kind.DASHED || grain == Grain.MINUTE;
        return new ClockFormat(kind, Tick.SECONDS, grain, Buckets.of(grain, alwaysUtc ? ZoneHistory.UTC : zones));
    }

    /** Returns whether this format writes the exact clock and not a bucket. */
    boolean isExact() {
        return kind == Kind.TICK || kind == Kind.EPOCH || kind == Kind.ULID;
    }

    /** Returns whether this format writes the clock as text, at the tick. */
    boolean isTick() {
        return kind == Kind.TICK;
    }

    boolean isUlid() {
        return kind == Kind.ULID;
    }

    boolean isNumber() {
        return kind == Kind.EPOCH;
    }

    Grain grain() {
        return grain;
    }

    /** Returns the start of the bucket that contains a second. */
    long floor(long second) {
        return buckets.floor(second);
    }

    /** Returns the end of the bucket that contains a second. */
    long next(long second) {
        return buckets.next(second);
    }

    int width() {
        if (kind == Kind.TICK) {
            return ClockText.tickWidth(tick);
        }
        if (kind == Kind.ULID) {
            return UlidClock.CLOCK_WIDTH;
        }
        if (kind == Kind.DASHED) {
            return ClockText.DASHED_HOUR_WIDTH;
        }
        if (writesStart()) {
            return ClockText.SECOND_WIDTH;
        }
        return grain == Grain.MINUTE ? ClockText.MINUTE_WIDTH : CivilDate.width(grain);
    }

    /** Returns a text in this format with {@code 0} for every digit; for a ULID, an example. */
    String pattern() {
        if (kind == Kind.ULID) {
            return Ulid.clockText(EXAMPLE_CLOCK);
        }
        var out = new StringBuilder();
        append(out, Instant.EPOCH);
        return out.toString().replaceAll("[0-9]", "0");
    }

    void append(StringBuilder out, Instant clock) {
        long second = clock.getEpochSecond();
        if (kind == Kind.TICK) {
            ClockText.appendTick(out, clock, tick);
        } else if (kind == Kind.ULID) {
            UlidClock.appendClock(out, clock);
        } else if (kind == Kind.DASHED) {
            ClockText.appendDashedHour(out, second);
        } else if (writesStart()) {
            ClockText.appendSecond(out, floor(second));
        } else if (grain == Grain.MINUTE) {
            ClockText.appendMinute(out, second);
        } else {
            CivilDate.append(out, buckets.firstDay(second), grain);
        }
    }

    /** Returns the second that is written at an index of the text, or {@link ClockText#BAD}. */
    long readSecond(String text, int at) {
        if (kind == Kind.DASHED) {
            return ClockText.readDashedHour(text, at);
        }
        if (kind == Kind.ULID) {
            long millis = UlidClock.readMillis(text, at);
            return millis == ClockText.BAD ? ClockText.BAD : millis / MILLIS_OF_SECOND;
        }
        if (kind == Kind.TICK || writesStart()) {
            boolean closed =
                    kind == Kind.TICK || (text.length() >= at + width() && text.charAt(at + width() - 1) == 'Z');
            return closed ? ClockText.readToSecond(text, at) : ClockText.BAD;
        }
        if (grain == Grain.MINUTE) {
            return ClockText.readMinute(text, at);
        }
        long firstDay = CivilDate.read(text, at, grain);
        return firstDay == ClockText.BAD ? ClockText.BAD : buckets.start(firstDay);
    }

    /** Returns the nanoseconds that are written at an index of the text, or {@link ClockText#BAD}. */
    long readNano(String text, int at) {
        if (kind == Kind.ULID) {
            long millis = UlidClock.readMillis(text, at);
            return millis == ClockText.BAD ? ClockText.BAD : millis % MILLIS_OF_SECOND * Tick.MILLIS.nanos();
        }
        if (kind != Kind.TICK) {
            return 0;
        }
        int end = at + ClockText.SECOND_WIDTH - 1;
        if (tick == Tick.SECONDS) {
            return text.length() > end && text.charAt(end) == 'Z' ? 0 : ClockText.BAD;
        }
        return ClockText.readFraction(text, end, tick);
    }

    private boolean writesStart() {
        return kind == Kind.START || (kind == Kind.LABEL && grain == Grain.HOUR);
    }
}
