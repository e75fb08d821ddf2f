package dev.varve.key.internal.text;

import dev.varve.key.Grain;
import dev.varve.key.Tick;
import java.time.Instant;

/**
 * Writes and reads the fixed-width texts of instants in UTC.
 *
 * <p>Hand-written for speed, because every append writes keys and every read parses them. Each reader returns
 * {@link #BAD} for a text that its writer would not write.
 */
public final class ClockText {

    /** The result for an invalid text; no clock has this value. */
    public static final long BAD = Long.MIN_VALUE;

    public static final int SECOND_WIDTH = 20;
    public static final int MINUTE_WIDTH = 16;
    public static final int DASHED_HOUR_WIDTH = 13;

    private static final int MINUTE = 60;
    private static final int HOUR = 3_600;
    private static final int DAY = 86_400;

    private ClockText() {}

    /** Returns the text of an instant for a message. */
    public static String show(Instant instant) {
        if (!ClockDomain.contains(instant)) {
            return "epoch second " + instant.getEpochSecond();
        }
        var out = new StringBuilder();
        appendTick(out, instant, ClockDomain.nanoOfSecond(instant) == 0 ? Tick.SECONDS : Tick.NANOS);
        return out.toString();
    }

    public static int tickWidth(Tick tick) {
        return tick == Tick.SECONDS ? SECOND_WIDTH : SECOND_WIDTH + 1 + tick.digits();
    }

    /** Writes {@code 2026-04-20T14:00:00.000Z}, with the decimals of the tick. */
    public static void appendTick(StringBuilder out, Instant clock, Tick tick) {
        appendToSecond(out, clock.getEpochSecond());
        if (tick != Tick.SECONDS) {
            out.append('.');
            int rest = ClockDomain.nanoOfSecond(clock) / tick.nanos();
            for (int unit = 1_000_000_000 / tick.nanos() / 10; unit > 0; unit /= 10) {
                out.append((char) ('0' + rest / unit % 10));
            }
        }
        out.append('Z');
    }

    /** Returns the nanoseconds of the decimals in {@code ….000Z}; {@code at} is the index of the point. */
    public static long readFraction(String text, int at, Tick tick) {
        int end = at + 1 + tick.digits();
        if (text.length() <= end || text.charAt(at) != '.' || text.charAt(end) != 'Z') {
            return BAD;
        }
        int fraction = digits(text, at + 1, tick.digits());
        return fraction < 0 ? BAD : (long) fraction * tick.nanos();
    }

    /** Writes {@code 2026-04-20T14:00:00Z}. */
    public static void appendSecond(StringBuilder out, long second) {
        appendToSecond(out, second);
        out.append('Z');
    }

    /** Returns the epoch second of {@code 2026-04-20T14:00:00}, ignoring the rest of the text. */
    public static long readToSecond(String text, int at) {
        long minute = readMinute(text, at);
        if (minute == BAD || text.length() < at + SECOND_WIDTH - 1 || text.charAt(at + 16) != ':') {
            return BAD;
        }
        int second = digits(text, at + 17, 2);
        return second < 0 || second >= MINUTE ? BAD : minute + second;
    }

    /** Writes {@code 2026-04-20T14:00}. */
    public static void appendMinute(StringBuilder out, long second) {
        long day = Math.floorDiv(second, DAY);
        int rest = (int) (second - day * DAY);
        CivilDate.append(out, day, Grain.DAY);
        out.append('T');
        CivilDate.appendTwo(out, rest / HOUR);
        out.append(':');
        CivilDate.appendTwo(out, rest / MINUTE % 60);
    }

    public static long readMinute(String text, int at) {
        long hour = readHour(text, at, 'T');
        if (hour == BAD || text.length() < at + MINUTE_WIDTH || text.charAt(at + 13) != ':') {
            return BAD;
        }
        int minute = digits(text, at + 14, 2);
        return minute < 0 || minute >= 60 ? BAD : hour + (long) minute * MINUTE;
    }

    /** Writes {@code 2026-04-20-14}. */
    public static void appendDashedHour(StringBuilder out, long second) {
        long day = Math.floorDiv(second, DAY);
        CivilDate.append(out, day, Grain.DAY);
        out.append('-');
        CivilDate.appendTwo(out, (int) (second - day * DAY) / HOUR);
    }

    public static long readDashedHour(String text, int at) {
        return readHour(text, at, '-');
    }

    /** Returns the number written in {@code count} digits, or -1. */
    public static int digits(String text, int at, int count) {
        if (text.length() < at + count) {
            return -1;
        }
        int value = 0;
        for (int i = at; i < at + count; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    private static void appendToSecond(StringBuilder out, long second) {
        appendMinute(out, second);
        out.append(':');
        CivilDate.appendTwo(out, (int) Math.floorMod(second, (long) MINUTE));
    }

    private static long readHour(String text, int at, char separator) {
        long day = CivilDate.read(text, at, Grain.DAY);
        if (day == BAD || text.length() < at + DASHED_HOUR_WIDTH || text.charAt(at + 10) != separator) {
            return BAD;
        }
        int hour = digits(text, at + 11, 2);
        return hour < 0 || hour >= 24 ? BAD : day * DAY + (long) hour * HOUR;
    }
}
