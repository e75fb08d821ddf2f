package dev.varve.cli.transfer;

import org.jspecify.annotations.Nullable;

/**
 * How a CSV file says of which device its lines are, and when they were measured.
 *
 * @param device the device of all lines, or null where a column says it
 * @param time the column that holds the time, or null where it is called {@code at} or {@code timestamp}
 * @param unit the unit of times that are numbers, or null for what a server reads: ISO 8601, or milliseconds
 */
public record Columns(
        @Nullable String device,
        @Nullable String time,
        @Nullable Unit unit) {

    /** Files as Varve writes them. */
    public static final Columns USUAL = new Columns(null, null, null);

    /** What a number since 1970 counts. */
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

        /** Returns how many digits nanoseconds have more. */
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

    /** Returns whether a file is read in another way than one that Varve wrote. */
    public boolean isUsual() {
        return equals(USUAL);
    }
}
