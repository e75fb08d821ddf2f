package dev.varve.cli.transfer;

import org.jspecify.annotations.Nullable;

/**
 * How a CSV file names the device and the time of its lines.
 *
 * @param device the device of all lines, or null if a column names it
 * @param time the column that holds the time, or null for {@code at} or {@code timestamp}
 * @param unit the unit of numeric times, or null for the server's default: ISO 8601, or milliseconds
 */
public record Columns(
        @Nullable String device,
        @Nullable String time,
        @Nullable Unit unit) {

    /** The columns of files that Varve wrote. */
    public static final Columns DEFAULT = new Columns(null, null, null);

    /** The unit of a number since 1970. */
    public enum Unit {
        NS(0, "1776693600000000000"),
        US(3, "1776693600000000"),
        MS(6, "1776693600000"),
        S(9, "1776693600");

        private final int digits;
        private final String example;

        Unit(int digits, String example) {
            this.digits = digits;
            this.example = example;
        }

        /** Returns the number of decimal digits between this unit and nanoseconds. */
        int digits() {
            return digits;
        }

        String example() {
            return example;
        }

        String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** Returns whether these are the columns of files that Varve wrote. */
    public boolean isDefault() {
        return equals(DEFAULT);
    }
}
