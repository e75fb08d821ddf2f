package dev.varve.server.line;

import java.math.BigDecimal;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/** The values of fields that are no texts. */
public final class FieldNumber {

    /** What a person is told of a number that cannot be stored. */
    public static final String RANGE = "numbers have a size from 1E-130 to below 1E+126, or are 0: scale it";

    /** What a person is told of a whole number that would be rounded. */
    public static final String DIGITS =
            "a field is a double, which cannot hold all these digits: send it in parts, or as text";

    /** DynamoDB's numbers end just below this. */
    private static final double LARGEST = 1e126;

    /** DynamoDB's smallest number above zero. */
    private static final double SMALLEST = 1e-130;

    /** Up to this size a double holds every whole number. */
    private static final double WHOLE = 1L << 53;

    /** A value that is no number, and why. */
    static final class Unfit extends Exception {
        private static final long serialVersionUID = 1;

        Unfit(String reason) {
            super(reason, null, false, false);
        }
    }

    private FieldNumber() {}

    /** Returns the number, 1 for true and 0 for false, or null for what is none of these; refuses one that does not fit. */
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
                // Java takes more for a number than the protocol: NaN, 1d, 0x1p3.
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
     * Returns whether a text is a whole number that a double rounds, such as 9007199254740993. A double that is written
     * with as many digits as tell it from others loses nothing: 1152921504606847000 stands for 2^60.
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
