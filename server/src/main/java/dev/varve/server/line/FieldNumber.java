package dev.varve.server.line;

import java.math.BigDecimal;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/** Parses the values of fields that are not texts. */
public final class FieldNumber {

    /** The error for a number that cannot be stored. */
    public static final String RANGE = "numbers must be 0 or have a size from 1E-130 to below 1E+126: scale it";

    /** The error for a whole number that would be rounded. */
    public static final String DIGITS =
            "a field is a double, which cannot hold all these digits: send it in parts, or as text";

    /** The exclusive upper bound of DynamoDB's numbers. */
    private static final double LARGEST = 1e126;

    /** DynamoDB's smallest number above zero. */
    private static final double SMALLEST = 1e-130;

    /** A double holds every whole number up to this size. */
    private static final double WHOLE = 1L << 53;

    /** A value that is not a storable number, and why. */
    static final class Unfit extends Exception {
        private static final long serialVersionUID = 1;

        Unfit(String reason) {
            super(reason, null, false, false);
        }
    }

    private FieldNumber() {}

    /** Returns the number, 1 for true and 0 for false, or null for any other text; refuses a number that does not fit. */
    static @Nullable Double parse(String value) throws Unfit {
        return switch (value) {
            case "t", "T", "true", "True", "TRUE" -> 1.0;
            case "f", "F", "false", "False", "FALSE" -> 0.0;
            case "" -> null;
            default -> number(value);
        };
    }

    private static @Nullable Double number(String value) throws Unfit {
        char last = value.charAt(value.length() - 1);
        String digits = last == 'i' || last == 'u' ? value.substring(0, value.length() - 1) : value;
        double number;
        try {
            if (last == 'i') {
                number = (double) Long.parseLong(digits);
            } else if (last == 'u') {
                number = unsigned(Long.parseUnsignedLong(digits));
            } else if (isPlain(value)) {
                number = Double.parseDouble(value);
            } else {
                // Java accepts more numbers than the protocol: NaN, 1d, 0x1p3.
                return null;
            }
        } catch (NumberFormatException e) {
            return null;
        }
        if (!isStorable(number)) {
            throw new Unfit(RANGE);
        }
        if (losesDigits(digits, number)) {
            throw new Unfit(DIGITS);
        }
        return number;
    }

    /** Returns whether a table can hold a number. */
    public static boolean isStorable(double number) {
        double size = Math.abs(number);
        return size == 0 || (size >= SMALLEST && size < LARGEST);
    }

    /**
     * Returns whether a text is a whole number that a double rounds, such as 9007199254740993. A double in its shortest
     * decimal form loses nothing: 1152921504606847000 stands for 2^60.
     */
    public static boolean losesDigits(String text, double number) {
        if (Math.abs(number) < WHOLE || !text.chars().allMatch(c -> "0123456789+-".indexOf(c) >= 0)) {
            return false;
        }
        BigDecimal written = new BigDecimal(text);
        MathContext digits = new MathContext(written.stripTrailingZeros().precision());
        return new BigDecimal(number).round(digits).compareTo(written) != 0;
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
