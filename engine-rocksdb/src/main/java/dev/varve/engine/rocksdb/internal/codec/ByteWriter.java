package dev.varve.engine.rocksdb.internal.codec;

import dev.varve.item.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing, reusable byte buffer; not safe for several threads. */
public final class ByteWriter {

    private byte[] bytes;
    private int length;

    public ByteWriter(int capacity) {
        bytes = new byte[capacity];
    }

    /** Returns the backing array. Only its first {@link #length} bytes are valid, and only until the next write. */
    public byte[] array() {
        return bytes;
    }

    public int length() {
        return length;
    }

    public void truncate(int shorter) {
        length = shorter;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    public ByteWriter u8(int value) {
        ensure(1);
        bytes[length++] = (byte) value;
        return this;
    }

    public ByteWriter u16(int value) {
        return u8(value >>> 8).u8(value);
    }

    /** Writes eight bytes, the highest first. */
    public ByteWriter u64(long value) {
        ensure(Long.BYTES);
        put64(bytes, length, value);
        length += Long.BYTES;
        return this;
    }

    /** Writes a non-negative number, seven bits per byte, lowest first. The top bit is set if more bytes follow. */
    public ByteWriter varint(long value) {
        ensure(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
        return this;
    }

    /** Writes a number of either sign: 0, -1, 1, -2 … become 0, 1, 2, 3 … */
    public ByteWriter signed(long value) {
        return varint((value << 1) ^ (value >> 63));
    }

    public ByteWriter bytes(byte[] source) {
        return bytes(source, 0, source.length);
    }

    public ByteWriter bytes(byte[] source, int from, int count) {
        ensure(count);
        System.arraycopy(source, from, bytes, length, count);
        length += count;
        return this;
    }

    public ByteWriter bytes(Bytes source) {
        ensure(source.length());
        source.buffer().get(bytes, length, source.length());
        length += source.length();
        return this;
    }

    /** Writes the text as UTF-8, without its length. */
    public ByteWriter utf8(String text) {
        if (!ascii(text)) {
            bytes(text.getBytes(StandardCharsets.UTF_8));
        }
        return this;
    }

    /** Writes the length of the text in UTF-8, then the text. */
    public ByteWriter sizedUtf8(String text) {
        int start = length;
        varint(text.length());
        if (!ascii(text)) {
            length = start;
            byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
            varint(encoded.length).bytes(encoded);
        }
        return this;
    }

    /** Writes the text if it is ASCII; otherwise writes nothing and returns false. */
    boolean ascii(String text) {
        int count = text.length();
        ensure(count);
        for (int i = 0; i < count; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                return false;
            }
            bytes[length + i] = (byte) c;
        }
        length += count;
        return true;
    }

    /** Grows the buffer for this many more bytes. */
    public void ensure(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }

    public static void put64(byte[] target, int at, long value) {
        for (int i = 0; i < Long.BYTES; i++) {
            target[at + i] = (byte) (value >>> (56 - 8 * i));
        }
    }
}
