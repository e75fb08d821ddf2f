package dev.varve.block.internal.range;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Arithmetic coder: writes symbols with given probabilities in close to their entropy.
 *
 * <p>A symbol is an interval {@code [start, start + size)} of a total that is a power of two. The state is an interval of 63
 * bits; 4 bytes at a time leave it at the top.
 */
public final class RangeEncoder {

    /** The interval is renewed as soon as it is smaller than this. Totals up to 2^24 lose almost no precision. */
    static final long BOTTOM = 1L << 31;

    static final long FULL = Long.MAX_VALUE;

    static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    /** Raw bits are written in parts of at most this many. */
    static final int RAW_BITS = 24;

    /** The largest total is 2^24. */
    private static final int MAX_BITS = 24;

    private byte[] bytes = new byte[256];
    private int length;
    private long low;
    private long range = FULL;

    /** Writes a symbol of a total of 2^{@code totalBits}. */
    void encode(long start, long size, int totalBits) {
        encode(start, size, range >>> totalBits);
    }

    /** Writes a symbol of any total up to 2^24. */
    public void encodeOf(int start, int size, int total) {
        encode(start, size, unit(range, total));
    }

    /**
     * Returns a little less than {@code range / total}; a division of doubles is faster and is the same everywhere. The full
     * total needs none.
     */
    static long unit(long range, int total) {
        return total == 1 << MAX_BITS ? range >>> MAX_BITS : (long) (range / (double) total) - 1;
    }

    private void encode(long start, long size, long unit) {
        add(unit * start);
        range = unit * size;
        if (range < BOTTOM) {
            push((int) (low >>> 32));
            low <<= 32;
            range <<= 32;
        }
    }

    /** Writes the lowest {@code count} bits of a value, 0 to 64, as they are. */
    public void encodeBits(long value, int count) {
        for (int left = count; left > 0; ) {
            int now = Math.min(left, RAW_BITS);
            left -= now;
            encode((value >>> left) & ((1L << now) - 1), 1, now);
        }
    }

    /** Writes an unsigned number in 6 bits for its length and a bit less than its length. */
    public void encodeNumber(long value) {
        int bits = 64 - Long.numberOfLeadingZeros(value);
        if (bits >= NumberBits.ESCAPE) {
            encodeBits(NumberBits.ESCAPE, NumberBits.LENGTH);
            encodeBits(value, 64);
        } else {
            encodeBits(bits, NumberBits.LENGTH);
            encodeBits(value, Math.max(0, bits - 1));
        }
    }

    private void add(long amount) {
        low += amount;
        if (Long.compareUnsigned(low, amount) < 0) {
            carry();
        }
    }

    private void carry() {
        int at = length;
        do {
            at--;
            bytes[at]++;
        } while (bytes[at] == 0);
    }

    private void push(int next) {
        if (length + Integer.BYTES > bytes.length) {
            bytes = Arrays.copyOf(bytes, length * 2);
        }
        WORDS.set(bytes, length, next);
        length += Integer.BYTES;
    }

    /** Ends the code and returns its bytes. Up to 8 zeros at the end are left out: the decoder reads them past the end. */
    public byte[] finish() {
        int shortest = length;
        // The number of the final interval that ends with the most zeros.
        for (int kept = 0; kept <= Long.SIZE; kept++) {
            long mask = kept == 0 ? -1L : (1L << (Long.SIZE - kept)) - 1;
            long add = -low & (kept == Long.SIZE ? 0 : mask);
            if (add < range && add >= 0) {
                add(add);
                break;
            }
        }
        push((int) (low >>> 32));
        push((int) low);
        int end = length;
        while (end > shortest && bytes[end - 1] == 0) {
            end--;
        }
        return Arrays.copyOf(bytes, end);
    }
}
