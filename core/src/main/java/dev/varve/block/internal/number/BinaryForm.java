package dev.varve.block.internal.number;

/** Doubles as integers times a power of two: what is left of a number that was computed in fixed point. */
final class BinaryForm {

    /** The largest exponent that is written. */
    static final int MAX_BITS = 1_074;

    private static final int MANTISSA_BITS = 52;

    private BinaryForm() {}

    /** Returns the binary digits after the point that all values need, or -1 if they are no such numbers. */
    static int digits(double[] values) {
        int digits = 0;
        int highest = Integer.MIN_VALUE;
        for (double value : values) {
            if (!Double.isFinite(value) || value == 0) {
                if (Double.doubleToRawLongBits(value) != 0) {
                    return -1;
                }
                continue;
            }
            long fraction = Double.doubleToRawLongBits(value) & ((1L << MANTISSA_BITS) - 1);
            int exponent = Math.max(Math.getExponent(value), Double.MIN_EXPONENT);
            digits = Math.max(
                    digits, MANTISSA_BITS - exponent - Math.min(MANTISSA_BITS, Long.numberOfTrailingZeros(fraction)));
            highest = Math.max(highest, exponent);
        }
        // Two bits less than a long: the differences of all values must fit into one.
        return digits <= MAX_BITS && highest + digits < 60 ? digits : -1;
    }

    static long[] mantissas(double[] values, int digits) {
        long[] mantissas = new long[values.length];
        // In two steps: the power may be larger than any double.
        double first = Math.scalb(1.0, digits / 2);
        double second = Math.scalb(1.0, digits - digits / 2);
        for (int i = 0; i < values.length; i++) {
            mantissas[i] = (long) (values[i] * first * second);
        }
        return mantissas;
    }

    /** Returns the form of numbers with so many binary digits after the point. */
    static NumberForm of(int digits) {
        double unit = Math.scalb(1.0, -digits);
        if (digits < Double.MAX_EXPONENT) {
            return (numbers, from, count, values, to) -> {
                for (int i = 0; i < count; i++) {
                    values[to + i] = Integers.toDouble(numbers[from + i]) * unit;
                }
            };
        }
        return (numbers, from, count, values, to) -> {
            for (int i = 0; i < count; i++) {
                values[to + i] = Math.scalb((double) numbers[from + i], -digits);
            }
        };
    }
}
