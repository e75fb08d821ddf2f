package dev.varve.benchmarks.codec;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Bits that grow at their end, the highest first, collected in words. */
final class BitOutput {

    private long[] words = new long[64];
    private int length;
    private long word;
    private int free = Long.SIZE;

    /** Writes the lowest {@code count} bits, 1 to 64. */
    void write(long bits, int count) {
        long value = count == Long.SIZE ? bits : bits & ((1L << count) - 1);
        if (count < free) {
            free -= count;
            word |= value << free;
            return;
        }
        int over = count - free;
        push(word | value >>> over);
        free = Long.SIZE - over;
        word = over == 0 ? 0 : value << free;
    }

    private void push(long full) {
        if (length == words.length) {
            words = Arrays.copyOf(words, length * 2);
        }
        words[length++] = full;
    }

    /** Returns the bits as bytes; the last one is filled up with zeros. */
    byte[] finish() {
        int bytes = length * Long.BYTES + (Long.SIZE - free + 7) / 8;
        ByteBuffer out = ByteBuffer.allocate((length + 1) * Long.BYTES);
        out.asLongBuffer().put(words, 0, length).put(word);
        return Arrays.copyOf(out.array(), bytes);
    }
}
