package dev.varve.block.internal;

import java.math.BigInteger;

/** An exact sum of unsigned longs or of their squares: 128 bits, and the carries above them. */
final class WideSum {

    private long low;
    private long high;
    private long carries;

    void add(long unsigned) {
        add(unsigned, 0);
    }

    void addSquare(long unsigned) {
        long upper = Math.multiplyHigh(unsigned, unsigned);
        // multiplyHigh is signed: twice the other factor is missing for a factor above 2^63.
        add(unsigned * unsigned, unsigned < 0 ? upper + 2 * unsigned : upper);
    }

    private void add(long lower, long upper) {
        low += lower;
        long carry = Long.compareUnsigned(low, lower) < 0 ? 1 : 0;
        long before = high;
        high += upper;
        if (Long.compareUnsigned(high, before) < 0) {
            carries++;
        }
        high += carry;
        if (carry == 1 && high == 0) {
            carries++;
        }
    }

    BigInteger value() {
        return unsigned(carries)
                .shiftLeft(2 * Long.SIZE)
                .or(unsigned(high).shiftLeft(Long.SIZE))
                .or(unsigned(low));
    }

    private static BigInteger unsigned(long value) {
        BigInteger signed = BigInteger.valueOf(value);
        return value < 0 ? signed.add(BigInteger.ONE.shiftLeft(Long.SIZE)) : signed;
    }
}
