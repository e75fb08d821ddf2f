package dev.varve.server.line;

import org.jspecify.annotations.Nullable;

/** The values of fields that are no texts. */
public final class FieldNumber {

    /**
     * DynamoDB's numbers go from 1E-130 to just below 1E+126, and aggregates hold sums of squares: these must be among
     * them too, however many are summed up.
     */
    private static final double LARGEST = 1e50;

    private static final double SMALLEST = 1e-50;

    private FieldNumber() {}

    /** Returns the number, 1 for true and 0 for false, or null for what is none of these. */
    static @Nullable Double parse(String value) {
        return switch (value) {
            case "t", "T", "true", "True", "TRUE" -> 1.0;
            case "f", "F", "false", "False", "FALSE" -> 0.0;
            case "" -> null;
            default -> number(value);
        };
    }

    private static @Nullable Double number(String value) {
        char last = value.charAt(value.length() - 1);
        try {
            if (last == 'i') {
                return (double) Long.parseLong(value.substring(0, value.length() - 1));
            }
            if (last == 'u') {
                return unsigned(Long.parseUnsignedLong(value.substring(0, value.length() - 1)));
            }
            // Java takes more for a number than the protocol: NaN, 1d, 0x1p3.
            if (!isPlain(value)) {
                return null;
            }
            double number = Double.parseDouble(value);
            return isStorable(number) ? number : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Returns whether a table can hold a number, and what comes of many of them. */
    public static boolean isStorable(double number) {
        double size = Math.abs(number);
        return size == 0 || (size >= SMALLEST && size < LARGEST);
    }

    private static double unsigned(long value) {
        return value >= 0 ? value : (value >>> 1) * 2.0 + (value & 1);
    }

    private static boolean isPlain(String value) {
        for (int i = 0; i < value.length(); i++) {
            if ("0123456789+-.eE".indexOf(value.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }
}
