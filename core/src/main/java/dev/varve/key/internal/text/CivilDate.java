package dev.varve.key.internal.text;

import dev.varve.key.Grain;

/**
 * Converts between epoch days and the texts {@code 2026-04-20}, {@code 2026-04} and {@code 2026}.
 *
 * <p>The arithmetic counts years from March, so that the leap day is the last day of a year and the lengths of the
 * other months repeat as 31, 30, 31, 30, 31.
 */
public final class CivilDate {

    private static final int DAYS_OF_400_YEARS = 146_097;

    /** Days from 0000-03-01 to 1970-01-01. */
    private static final int EPOCH_FROM_MARCH_0000 = 719_468;

    private CivilDate() {}

    public static int width(Grain grain) {
        return switch (grain) {
            case YEAR -> 4;
            case MONTH -> 7;
            default -> 10;
        };
    }

    /** Writes the date of a day, truncated to the grain. */
    public static void append(StringBuilder out, long epochDay, Grain grain) {
        int fields = fields(epochDay);
        appendTwo(out, year(fields) / 100);
        appendTwo(out, year(fields) % 100);
        if (grain == Grain.YEAR) {
            return;
        }
        out.append('-');
        appendTwo(out, month(fields));
        if (grain == Grain.MONTH) {
            return;
        }
        out.append('-');
        appendTwo(out, day(fields));
    }

    /** Returns the first epoch day of the date at {@code at}, truncated to the grain, or {@link ClockText#BAD}. */
    public static long read(String text, int at, Grain grain) {
        int year = ClockText.digits(text, at, 4);
        int month = grain == Grain.YEAR ? 1 : dashed(text, at + 4);
        int day = grain.compareTo(Grain.MONTH) >= 0 ? 1 : dashed(text, at + 7);
        if (year < 1 || month < 1 || month > 12 || day < 1 || day > lengthOfMonth(year, month)) {
            return ClockText.BAD;
        }
        return epochDay(year, month, day);
    }

    /** Returns the first day of the day, month or year that contains a day. */
    static long first(long epochDay, Grain grain) {
        int fields = fields(epochDay);
        return switch (grain) {
            case YEAR -> epochDay(year(fields), 1, 1);
            case MONTH -> epochDay(year(fields), month(fields), 1);
            default -> epochDay;
        };
    }

    /** Returns the first day of the next day, month or year. */
    static long next(long epochDay, Grain grain) {
        int fields = fields(epochDay);
        return switch (grain) {
            case YEAR -> epochDay(year(fields) + 1, 1, 1);
            case MONTH ->
                month(fields) == 12 ? epochDay(year(fields) + 1, 1, 1) : epochDay(year(fields), month(fields) + 1, 1);
            default -> epochDay + 1;
        };
    }

    public static void appendTwo(StringBuilder out, int value) {
        out.append((char) ('0' + value / 10)).append((char) ('0' + value % 10));
    }

    /** Returns year, month and day in one number, so that the hot path allocates nothing. */
    private static int fields(long epochDay) {
        // No day of the domain is before March of year 0, so integer division rounds down.
        int fromMarch = (int) epochDay + EPOCH_FROM_MARCH_0000;
        int cycle = fromMarch / DAYS_OF_400_YEARS;
        int dayOfCycle = fromMarch - cycle * DAYS_OF_400_YEARS;
        int yearOfCycle = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365;
        int dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100);
        int monthFromMarch = (5 * dayOfYear + 2) / 153;
        int month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
        int year = cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0);
        int day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
        return (year << 9) | (month << 5) | day;
    }

    private static int year(int fields) {
        return fields >> 9;
    }

    private static int month(int fields) {
        return (fields >> 5) & 15;
    }

    private static int day(int fields) {
        return fields & 31;
    }

    private static int dashed(String text, int at) {
        return text.length() > at && text.charAt(at) == '-' ? ClockText.digits(text, at + 1, 2) : -1;
    }

    private static long epochDay(int year, int month, int day) {
        int fromMarch = month <= 2 ? year - 1 : year;
        int cycle = fromMarch / 400;
        int yearOfCycle = fromMarch - cycle * 400;
        int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        int dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear;
        return (long) cycle * DAYS_OF_400_YEARS + dayOfCycle - EPOCH_FROM_MARCH_0000;
    }

    private static int lengthOfMonth(int year, int month) {
        if (month == 2) {
            return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
        }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    }
}
