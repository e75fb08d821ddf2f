package dev.varve.block.internal.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that grow at their end: single bytes, integers in groups of 7 bits, fixed longs and texts. */
public final class ByteWriter {

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int FIRST_CAPACITY = 64;

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int length;

    public int length() {
        return length;
    }

    public byte[] toBytes() {
        return toBytes(0);
    }

    /** Returns the bytes, and so many zeros after them. */
    public byte[] toBytes(int zeros) {
        byte[] all = Arrays.copyOf(bytes, length + zeros);
        Arrays.fill(all, length, all.length, (byte) 0);
        return all;
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }

    public void writeByte(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    public void write(byte[] more) {
        reserve(more.length);
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
    }

    /** Writes an unsigned long in groups of 7 bits, the lowest first. */
    public void writeUnsigned(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            writeByte((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        writeByte((int) rest);
    }

    /** Writes a signed long so that small magnitudes take few bytes. */
    public void writeSigned(long value) {
        writeUnsigned(zigzag(value));
    }

    /** Writes the lowest {@code count} bytes of a long, the lowest first. */
    public void writeFixed(long value, int count) {
        reserve(Long.BYTES);
        WORDS.set(bytes, length, value);
        length += count;
    }

    /** Writes the lowest {@code width} bits of the numbers of an array; the last byte is filled up with zeros. */
    public void writeBits(long[] numbers, int from, int to, int width) {
        if (width > 0) {
            int more = (to - from) * width + 7 >> 3;
            reserve(more + BitPacker.SLACK);
            BitPacker.pack(numbers, from, to, width, bytes, length);
            length += more;
        }
    }

    public void writeText(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        writeUnsigned(utf8.length);
        write(utf8);
    }

    public static long zigzag(long value) {
        return (value << 1) ^ (value >> 63);
    }

    public static long unzigzag(long value) {
        return (value >>> 1) ^ -(value & 1);
    }
}
