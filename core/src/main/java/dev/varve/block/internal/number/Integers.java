package dev.varve.block.internal.number;

/** Makes doubles of integers. */
final class Integers {

    /** Doubles between this and its double are whole numbers, and the lowest bits of each are the number itself. */
    private static final double SHIFTED = 0x1.8p52;

    private static final long SHIFTED_BITS = Double.doubleToRawLongBits(SHIFTED);
    private static final int BITS = 52;
    private static final long SHIFTED_EXPONENT = SHIFTED_BITS >>> BITS;

    private Integers() {}

    /**
     * Returns the nearest double, as a cast does. A cast writes half of a register, so the processor waits for what was in it
     * before, which is often the division of the value before; small integers get along without one.
     */
    static double toDouble(long integer) {
        long shifted = integer + SHIFTED_BITS;
        return shifted >>> BITS == SHIFTED_EXPONENT ? Double.longBitsToDouble(shifted) - SHIFTED : (double) integer;
    }
}
