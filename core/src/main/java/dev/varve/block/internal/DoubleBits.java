package dev.varve.block.internal;

/** Maps all doubles to longs of the same order, without loss: negative zero and every NaN have their own. */
final class DoubleBits {

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
