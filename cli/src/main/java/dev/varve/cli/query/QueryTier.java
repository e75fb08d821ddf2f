package dev.varve.cli.query;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** The data of a device to show: its readings, or rollup rows of a tier. */
public enum QueryTier {
    AUTO,
    RAW,
    HOUR,
    DAY,
    MONTH;

    private static final Duration RAW_UP_TO = Duration.ofDays(2);
    private static final Duration HOURS_UP_TO = Duration.ofDays(21);
    private static final Duration DAYS_UP_TO = Duration.ofDays(730);

    /** Returns the default tier: the finest one with few enough rows to read. */
    QueryTier forRange(Instant from, Instant to) {
        if (this != AUTO) {
            return this;
        }
        Duration range = Duration.between(from, to);
        if (range.compareTo(RAW_UP_TO) <= 0) {
            return RAW;
        }
        return range.compareTo(HOURS_UP_TO) <= 0 ? HOUR : range.compareTo(DAYS_UP_TO) <= 0 ? DAY : MONTH;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
