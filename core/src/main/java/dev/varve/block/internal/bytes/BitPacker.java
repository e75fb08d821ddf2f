package dev.varve.block.internal.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Packs numbers of equal width, the lowest bits first; the inverse of {@link BitUnpacker}. Each write is one of 8 bytes; the
 * next one overwrites those that are too many.
 */
final class BitPacker {

    /** How many bytes beyond the packed ones may be written. */
    static final int SLACK = Long.BYTES;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int ROUND = 8;
    private static final int EIGHT = 8;
    private static final int FOUR = 16;

    private BitPacker() {}

    /** Packs the lowest {@code width} bits of the numbers from {@code from} to {@code to}; width is 1 to 64. */
    static void pack(long[] numbers, int from, int to, int width, byte[] bytes, int at) {
        int rounds = width <= FOUR ? (to - from) / ROUND : 0;
        if (width <= EIGHT) {
            eights(numbers, from, rounds, width, bytes, at);
        } else if (width <= FOUR) {
            fours(numbers, from, rounds, width, bytes, at);
        }
        rest(numbers, from + rounds * ROUND, to, width, bytes, at + rounds * width);
    }

    private static void eights(long[] numbers, int from, int rounds, int width, byte[] bytes, int at) {
        long mask = (1L << width) - 1;
        int i = from;
        int to = at;
        for (int round = 0; round < rounds; round++) {
            long low = numbers[i] & mask
                    | (numbers[i + 1] & mask) << width
                    | (numbers[i + 2] & mask) << 2 * width
                    | (numbers[i + 3] & mask) << 3 * width;
            long high = numbers[i + 4] & mask
                    | (numbers[i + 5] & mask) << width
                    | (numbers[i + 6] & mask) << 2 * width
                    | (numbers[i + 7] & mask) << 3 * width;
            WORDS.set(bytes, to, low | high << 4 * width);
            i += ROUND;
            to += width;
        }
    }

    private static void fours(long[] numbers, int from, int rounds, int width, byte[] bytes, int at) {
        long mask = (1L << width) - 1;
        int i = from;
        int to = at;
        for (int round = 0; round < rounds; round++) {
            long low = numbers[i] & mask
                    | (numbers[i + 1] & mask) << width
                    | (numbers[i + 2] & mask) << 2 * width
                    | (numbers[i + 3] & mask) << 3 * width;
            long high = numbers[i + 4] & mask
                    | (numbers[i + 5] & mask) << width
                    | (numbers[i + 6] & mask) << 2 * width
                    | (numbers[i + 7] & mask) << 3 * width;
            if (width == FOUR) {
                WORDS.set(bytes, to, low);
                WORDS.set(bytes, to + Long.BYTES, high);
            } else {
                // The first four numbers end within a word: the second write repeats its last bits, from a whole byte
                // on.
                int kept = width >> 1;
                WORDS.set(bytes, to, low);
                WORDS.set(bytes, to + kept, low >>> 8 * kept | high << 4 * (width & 1));
            }
            i += ROUND;
            to += width;
        }
    }

    private static void rest(long[] numbers, int from, int to, int width, byte[] bytes, int at) {
        long mask = -1L >>> Long.SIZE - width;
        long word = 0;
        int filled = 0;
        int next = at;
        for (int i = from; i < to; i++) {
            long number = numbers[i] & mask;
            word |= number << filled;
            filled += width;
            if (filled >= Long.SIZE) {
                WORDS.set(bytes, next, word);
                next += Long.BYTES;
                filled -= Long.SIZE;
                word = filled == 0 ? 0 : number >>> width - filled;
            }
        }
        if (filled > 0) {
            WORDS.set(bytes, next, word);
        }
    }
}
