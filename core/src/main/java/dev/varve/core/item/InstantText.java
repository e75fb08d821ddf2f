package dev.varve.core.item;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;

/** The text of an instant at a fixed width, so that texts sort like instants. */
final class InstantText {

    static final int NANOS_PER_SECOND = 1_000_000_000;

    private static final int SECONDS_PER_DAY = 86_400;
    private static final int DIGITS_FROM = 20;
    private static final String PATTERN = "0000-00-00T00:00:00";

    private InstantText() {}

    static String write(Instant instant, int fractionDigits) {
        long seconds = instant.getEpochSecond();
        long day = Math.floorDiv(seconds, SECONDS_PER_DAY);
        LocalDate date = LocalDate.ofEpochDay(day);
        int year = date.getYear();
        if (year < 1 || year > 9999) {
            throw outOfRange(instant);
        }
        int second = (int) (seconds - day * SECONDS_PER_DAY);
        int fraction = instant.getNano();
        byte[] text = new byte[fractionDigits == 0 ? DIGITS_FROM : DIGITS_FROM + 1 + fractionDigits];
        digits(text, 0, 4, year);
        text[4] = '-';
        digits(text, 5, 2, date.getMonthValue());
        text[7] = '-';
        digits(text, 8, 2, date.getDayOfMonth());
        text[10] = 'T';
        digits(text, 11, 2, second / 3600);
        text[13] = ':';
        digits(text, 14, 2, second / 60 % 60);
        text[16] = ':';
        digits(text, 17, 2, second % 60);
        if (fractionDigits > 0) {
            text[19] = '.';
            for (int i = fractionDigits; i < 9; i++) {
                fraction /= 10;
            }
            digits(text, DIGITS_FROM, fractionDigits, fraction);
        }
        text[text.length - 1] = 'Z';
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    static Instant read(String text) {
        int fractionDigits = text.length() - DIGITS_FROM - 1;
        boolean whole = fractionDigits == -1;
        if ((whole || fractionDigits == 3 || fractionDigits == 9)
                && text.charAt(text.length() - 1) == 'Z'
                && (whole || text.charAt(19) == '.')
                && hasSeparators(text)) {
            int year = number(text, 0, 4);
            int hour = number(text, 11, 2);
            int minute = number(text, 14, 2);
            int second = number(text, 17, 2);
            int nanos = whole ? 0 : number(text, DIGITS_FROM, fractionDigits) * (fractionDigits == 3 ? 1_000_000 : 1);
            if (year > 0 && (hour | minute | second | nanos) >= 0 && hour < 24 && minute < 60 && second < 60) {
                try {
                    long day = LocalDate.of(year, number(text, 5, 2), number(text, 8, 2))
                            .toEpochDay();
                    return Instant.ofEpochSecond(day * SECONDS_PER_DAY + (hour * 60 + minute) * 60L + second, nanos);
                } catch (DateTimeException e) {
                    throw unreadable(text);
                }
            }
        }
        throw unreadable(text);
    }

    static Misfit outOfRange(Instant instant) {
        return new Misfit(
                "record.instant-range",
                "instant %s is outside the years 0001 to 9999. Is the unit right?".formatted(show(instant)));
    }

    /** Returns an instant as people write it. */
    static String show(Instant instant) {
        return DateTimeFormatter.ISO_INSTANT.format(instant);
    }

    private static Misfit unreadable(String text) {
        return new Misfit(
                "record.text",
                "TEXT \"%s\" is not the text of an Instant, such as 2026-04-20T14:00:00.000Z"
                        .formatted(Misfit.cut(text)));
    }

    private static boolean hasSeparators(String text) {
        for (int i = 4; i < PATTERN.length(); i++) {
            if (PATTERN.charAt(i) != '0' && PATTERN.charAt(i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static void digits(byte[] text, int from, int count, int number) {
        for (int i = from + count - 1; i >= from; i--) {
            text[i] = (byte) ('0' + number % 10);
            number /= 10;
        }
    }

    /** Returns the number written in these digits, or -1 where one is not a digit. */
    private static int number(String text, int from, int count) {
        int number = 0;
        for (int i = from; i < from + count; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }
}
