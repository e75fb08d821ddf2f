package dev.varve.block.internal.stream;

/** Writes one column: numbers that describe it and sequences of longs. */
public sealed interface ColumnWriter permits DenseWriter, PackedWriter {

    Effort effort();

    /** Writes a number below 2^{@code bits}; {@code bits} is at most 8. */
    void small(int value, int bits);

    /** Writes an unsigned number. */
    void number(long value);

    /** Writes a long as it is. */
    void raw(long value);

    /** Writes a sequence; the reader must know its length. */
    void longs(long[] values);

    byte[] finish();
}
