package dev.varve.benchmarks.codec;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Reads what {@link BitOutput} wrote. */
final class BitInput {

    private final long[] words;
    private int at;
    private int used;

    BitInput(byte[] bytes) {
        words = new long[bytes.length / Long.BYTES + 2];
        ByteBuffer.wrap(Arrays.copyOf(bytes, words.length * Long.BYTES))
                .asLongBuffer()
                .get(words);
    }

    long read(int count) {
        long value = words[at] << used;
        int rest = Long.SIZE - used;
        if (count >= rest) {
            at++;
            used = count - rest;
            if (used > 0) {
                value |= words[at] >>> rest;
            }
        } else {
            used += count;
        }
        return count == 0 ? 0 : value >>> (Long.SIZE - count);
    }
}
