package dev.varve.block.internal.number;

import dev.varve.block.internal.bytes.ByteReader;

/**
 * How doubles come from integers: {@code mantissa / (divisor · 10^exponent)}, then rounded again.
 *
 * <p>Division and rounding are correctly rounded operations, so every machine computes the same double.
 *
 * @param divisor 1 for plain decimals; the number of samples for means
 * @param exponent decimal digits after the point
 */
public record DecimalForm(int divisor, int exponent, Rounding rounding) implements NumberForm {

    /** What happened to the quotient before it was stored. */
    enum Rounding {
        /** Nothing: the nearest double. */
        NONE(0),
        /** It was a float. */
        FLOAT(1),
        /** It was printed with 15 significant digits, as spreadsheets and R do. */
        DIGITS_15(2);

        private final int code;

        Rounding(int code) {
            this.code = code;
        }

        /** Returns the number of this rounding in the format. */
        int code() {
            return code;
        }

        static Rounding of(int code) {
            return switch (code) {
                case 0 -> NONE;
                case 1 -> FLOAT;
                case 2 -> DIGITS_15;
                default -> throw ByteReader.corrupt("rounding %s is unknown".formatted(code));
            };
        }
    }

    /** Powers of ten up to 22 are exact doubles. */
    public static final int MAX_DIGITS = 22;

    static final int LARGEST_DIVISOR = 1_000;

    /** Integers up to 2^53 are exact doubles. */
    static final long LARGEST_MANTISSA = 1L << 53;

    private static final double[] POWERS = powers();
    private static final int SIGNIFICANT = 15;

    private static double[] powers() {
        double[] powers = new double[MAX_DIGITS + 1];
        powers[0] = 1;
        for (int i = 1; i <= MAX_DIGITS; i++) {
            powers[i] = powers[i - 1] * 10;
        }
        return powers;
    }

    static DecimalForm plain(int exponent) {
        return new DecimalForm(1, exponent, Rounding.NONE);
    }

    boolean isPlain() {
        return divisor == 1 && rounding == Rounding.NONE;
    }

    double scale() {
        return divisor * POWERS[exponent];
    }

    /** Returns the mantissa that is nearest to a value; only useful if the value fits. */
    long mantissa(double value) {
        return (long) Math.rint(value * scale());
    }

    boolean fits(double value) {
        return Math.abs(value * scale()) < LARGEST_MANTISSA;
    }

    double value(long mantissa) {
        return rounded(mantissa / scale());
    }

    @Override
    public void convert(long[] numbers, int from, int count, double[] values, int to) {
        double scale = scale();
        if (scale == 1) {
            for (int i = 0; i < count; i++) {
                values[to + i] = Integers.toDouble(numbers[from + i]);
            }
        } else {
            for (int i = 0; i < count; i++) {
                values[to + i] = Integers.toDouble(numbers[from + i]) / scale;
            }
        }
        switch (rounding) {
            case NONE -> {}
            case FLOAT -> {
                for (int i = to; i < to + count; i++) {
                    values[i] = (double) (float) values[i];
                }
            }
            case DIGITS_15 -> {
                for (int i = to; i < to + count; i++) {
                    values[i] = to15Digits(values[i]);
                }
            }
        }
    }

    /** Rounds a quotient as the stored value was. */
    double rounded(double value) {
        return switch (rounding) {
            case NONE -> value;
            case FLOAT -> (double) (float) value;
            case DIGITS_15 -> to15Digits(value);
        };
    }

    private static double to15Digits(double value) {
        double size = Math.abs(value);
        double power = POWERS[SIGNIFICANT - digitsBefore(size)];
        double digits = Math.rint(value * power);
        return Math.abs(digits) < LARGEST_MANTISSA ? digits / power : value;
    }

    /** Returns the digits before the point, at most 15; for sizes below 1 minus the zeros after it, at least -7. */
    private static int digitsBefore(double size) {
        int exponent = Math.getExponent(size);
        // NaN too.
        if (!(size < 1)) {
            // 10^floor(e · log10 2) is not above 2^e, and at most one power of ten away.
            int before = (exponent * 77 >> 8) + 1;
            return before >= SIGNIFICANT ? SIGNIFICANT : before + (size >= POWERS[before] ? 1 : 0);
        }
        // 10^floor(-(e + 1) · log10 2) is not above 2^-(e + 1), so the size times this power is below 1.
        int before = Math.max(SIGNIFICANT - MAX_DIGITS, -(-(exponent + 1) * 77 >> 8));
        while (before > SIGNIFICANT - MAX_DIGITS && size * POWERS[1 - before] < 1) {
            before--;
        }
        return before;
    }
}
