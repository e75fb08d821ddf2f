package dev.varve.block.internal.range;

/** How an unsigned number is written among arithmetic-coded symbols. */
final class NumberBits {

    /** The bits of a length. */
    static final int LENGTH = 6;

    /** The length that stands for 63 or 64 bits, which follow in full. */
    static final int ESCAPE = 63;

    private NumberBits() {}
}
