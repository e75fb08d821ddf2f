package dev.varve.item.internal;

import java.math.BigDecimal;

/** DynamoDB's rules for the size of a value, in bytes. */
public final class Sizes {

    /** A list or a map takes 3 bytes besides its elements. */
    public static final int COLLECTION = 3;
    /** Each element of a list or a map takes 1 byte besides its own size. */
    public static final int ELEMENT = 1;

    /** 38 digits take at most 20 pairs. */
    private static final int MAX_PAIRS = 20;

    private Sizes() {}

    /**
     * Returns the size of a number: one byte for every pair of digits, one for the exponent, one for a minus sign.
     * Pairs are aligned to the decimal point, so 1.5 takes two pairs (01.50) and 15 takes one. No number takes more
     * than 21 bytes: a negative number with 20 pairs has no byte for the minus sign.
     */
    public static int number(BigDecimal normal) {
        if (normal.signum() == 0) {
            return 1;
        }
        int lastExponent = -normal.scale();
        int firstExponent = lastExponent + normal.precision() - 1;
        int pairs = Math.floorDiv(firstExponent, 2) - Math.floorDiv(lastExponent, 2) + 1;
        return pairs + 1 + (normal.signum() < 0 && pairs < MAX_PAIRS ? 1 : 0);
    }
}
