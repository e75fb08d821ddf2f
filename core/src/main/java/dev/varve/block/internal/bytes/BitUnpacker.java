package dev.varve.block.internal.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Unpacks numbers of equal width, the lowest bits first.
 *
 * <p>One read of 8 bytes gives as many numbers as fit: eight up to 8 bits, four up to 16, two up to 30, else one. Eight numbers
 * of any width take whole bytes, so each round of eight begins at a byte.
 */
final class BitUnpacker {

    /** How many bytes beyond the packed ones may be read: a round reads at most this far from its beginning. */
    static final int SLACK = 64;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Numbers that are unpacked in one round. */
    private static final int ROUND = 8;

    private static final int EIGHT = 8;
    private static final int FOUR = 16;
    private static final int TWO = 30;

    /** A number of up to this width lies within the 8 bytes that begin with its first bit. */
    private static final int ONE = Long.SIZE - 7;

    private BitUnpacker() {}

    /**
     * Unpacks numbers to the beginning of an array whose length is a multiple of 8; up to 7 places after the last number are
     * overwritten too. The array of bytes must go on for {@link #SLACK} after the packed ones; what is there does not matter.
     */
    static void unpack(byte[] bytes, int from, long[] numbers, int count, int width) {
        if (width == 0) {
            Arrays.fill(numbers, 0, count, 0);
        } else if (width <= EIGHT) {
            eights(bytes, from, numbers, count, width);
        } else if (width <= FOUR) {
            fours(bytes, from, numbers, count, width);
        } else if (width <= TWO) {
            twos(bytes, from, numbers, count, width);
        } else if (width <= ONE) {
            ones(bytes, from, numbers, count, width);
        } else {
            wide(bytes, from, numbers, count, width);
        }
    }

    private static long word(byte[] bytes, int at) {
        return (long) WORDS.get(bytes, at);
    }

    private static void eights(byte[] bytes, int from, long[] numbers, int count, int width) {
        long mask = (1L << width) - 1;
        int at = from;
        for (int i = 0; i < count; i += ROUND) {
            long word = word(bytes, at);
            numbers[i] = word & mask;
            numbers[i + 1] = word >>> width & mask;
            numbers[i + 2] = word >>> 2 * width & mask;
            numbers[i + 3] = word >>> 3 * width & mask;
            numbers[i + 4] = word >>> 4 * width & mask;
            numbers[i + 5] = word >>> 5 * width & mask;
            numbers[i + 6] = word >>> 6 * width & mask;
            numbers[i + 7] = word >>> 7 * width & mask;
            at += width;
        }
    }

    private static void fours(byte[] bytes, int from, long[] numbers, int count, int width) {
        long mask = (1L << width) - 1;
        int half = width >> 1;
        // Four numbers of odd width end in the middle of a byte.
        int rest = (width & 1) << 2;
        int at = from;
        for (int i = 0; i < count; i += ROUND) {
            long word = word(bytes, at);
            numbers[i] = word & mask;
            numbers[i + 1] = word >>> width & mask;
            numbers[i + 2] = word >>> 2 * width & mask;
            numbers[i + 3] = word >>> 3 * width & mask;
            word = word(bytes, at + half) >>> rest;
            numbers[i + 4] = word & mask;
            numbers[i + 5] = word >>> width & mask;
            numbers[i + 6] = word >>> 2 * width & mask;
            numbers[i + 7] = word >>> 3 * width & mask;
            at += width;
        }
    }

    private static void twos(byte[] bytes, int from, long[] numbers, int count, int width) {
        long mask = (1L << width) - 1;
        int at = from;
        for (int i = 0; i < count; i += ROUND) {
            long word = word(bytes, at);
            numbers[i] = word & mask;
            numbers[i + 1] = word >>> width & mask;
            word = word(bytes, at + (2 * width >> 3)) >>> (2 * width & 7);
            numbers[i + 2] = word & mask;
            numbers[i + 3] = word >>> width & mask;
            word = word(bytes, at + (4 * width >> 3)) >>> (4 * width & 7);
            numbers[i + 4] = word & mask;
            numbers[i + 5] = word >>> width & mask;
            word = word(bytes, at + (6 * width >> 3)) >>> (6 * width & 7);
            numbers[i + 6] = word & mask;
            numbers[i + 7] = word >>> width & mask;
            at += width;
        }
    }

    private static void ones(byte[] bytes, int from, long[] numbers, int count, int width) {
        long mask = (1L << width) - 1;
        int at = from;
        for (int i = 0; i < count; i += ROUND) {
            numbers[i] = word(bytes, at) & mask;
            numbers[i + 1] = word(bytes, at + (1 * width >> 3)) >>> (1 * width & 7) & mask;
            numbers[i + 2] = word(bytes, at + (2 * width >> 3)) >>> (2 * width & 7) & mask;
            numbers[i + 3] = word(bytes, at + (3 * width >> 3)) >>> (3 * width & 7) & mask;
            numbers[i + 4] = word(bytes, at + (4 * width >> 3)) >>> (4 * width & 7) & mask;
            numbers[i + 5] = word(bytes, at + (5 * width >> 3)) >>> (5 * width & 7) & mask;
            numbers[i + 6] = word(bytes, at + (6 * width >> 3)) >>> (6 * width & 7) & mask;
            numbers[i + 7] = word(bytes, at + (7 * width >> 3)) >>> (7 * width & 7) & mask;
            at += width;
        }
    }

    /** A number may begin in the first and end in the ninth byte. */
    private static void wide(byte[] bytes, int from, long[] numbers, int count, int width) {
        long mask = -1L >>> Long.SIZE - width;
        int bit = 0;
        for (int i = 0; i < count; i++) {
            int at = from + (bit >>> 3);
            int shift = bit & 7;
            // Two shifts: one of 64 would shift by nothing.
            long above = (long) bytes[at + Long.BYTES] << 1 << Long.SIZE - 1 - shift;
            numbers[i] = (word(bytes, at) >>> shift | above) & mask;
            bit += width;
        }
    }
}
