package dev.varve.core.item;

import java.math.BigDecimal;

/** DynamoDB's rules for the size of a value, in bytes. */
final class Sizes {

    /** A list or a map takes 3 bytes whatever it holds. */
    static final int COLLECTION = 3;
    /** Each element of a list or a map takes 1 byte more than its own size. */
    static final int ELEMENT = 1;

    private Sizes() {}

    /** One byte for every two significant digits, one for the exponent, one for a minus sign. */
    static int number(BigDecimal normal) {
        if (normal.signum() == 0) {
            return 1;
        }
        return (normal.precision() + 1) / 2 + 1 + (normal.signum() < 0 ? 1 : 0);
    }
}
