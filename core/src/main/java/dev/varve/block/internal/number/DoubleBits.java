package dev.varve.block.internal.number;

/** Maps all doubles to longs of the same order, without loss: negative zero and every NaN have their own. */
final class DoubleBits {

    /** Makes doubles of ordered bits. */
    static final NumberForm FORM = (numbers, from, count, values, to) -> {
        for (int i = 0; i < count; i++) {
            values[to + i] = value(numbers[from + i]);
        }
    };

    private DoubleBits() {}

    static long ordered(double value) {
        long bits = Double.doubleToRawLongBits(value);
        return bits ^ ((bits >> 63) >>> 1);
    }

    static double value(long ordered) {
        return Double.longBitsToDouble(ordered ^ ((ordered >> 63) >>> 1));
    }

    static boolean same(double one, double other) {
        return Double.doubleToRawLongBits(one) == Double.doubleToRawLongBits(other);
    }
}
