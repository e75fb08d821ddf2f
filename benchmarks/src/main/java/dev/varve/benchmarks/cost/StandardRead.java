package dev.varve.benchmarks.cost;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A read of one device that dashboards send. */
enum StandardRead {
    LATEST("latest"),
    LAST_HOUR("last hour"),
    DAY_OF_HOURS("day of hours"),
    WEEK_OF_DAYS("7 days");

    private static final int WEEK = 7;

    private final String label;

    StandardRead(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** Returns the number of results it must have at the end of a week of readings. */
    int expected() {
        return switch (this) {
            case LATEST -> 1;
            case LAST_HOUR -> 60;
            case DAY_OF_HOURS -> 24;
            case WEEK_OF_DAYS -> WEEK;
        };
    }

    /** Reads up to the end of the readings, which is the start of an hour, and returns the number of results. */
    int run(OpenLayout layout, String device, Instant end) {
        return switch (this) {
            case LATEST -> layout.latest(device);
            case LAST_HOUR -> layout.readings(device, end.minus(Duration.ofHours(1)), end);
            case DAY_OF_HOURS -> layout.hours(device, end.minus(Duration.ofDays(1)), end);
            case WEEK_OF_DAYS ->
                layout.days(device, end.minus(Duration.ofDays(WEEK)).truncatedTo(ChronoUnit.DAYS), end);
        };
    }
}
