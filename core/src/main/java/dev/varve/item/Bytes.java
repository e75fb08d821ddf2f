package dev.varve.item;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** An immutable sequence of bytes, ordered as unsigned. */
public final class Bytes implements Value, Comparable<Bytes> {

    private final byte[] bytes;

    private Bytes(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns a copy of these bytes. */
    public static Bytes of(byte... bytes) {
        return new Bytes(bytes.clone());
    }

    /** Wraps an array without a copy, for decoders; the caller must not change it afterwards. */
    public static Bytes wrap(byte[] bytes) {
        return new Bytes(bytes);
    }

    public int length() {
        return bytes.length;
    }

    /** Returns a copy. */
    public byte[] toArray() {
        return bytes.clone();
    }

    /** Returns a read-only view, without a copy. */
    public ByteBuffer buffer() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /** Returns whether these bytes begin with the prefix. */
    public boolean startsWith(Bytes prefix) {
        return bytes.length >= prefix.bytes.length
                && Arrays.equals(bytes, 0, prefix.bytes.length, prefix.bytes, 0, prefix.bytes.length);
    }

    /** Returns whether these bytes contain the part as a contiguous sequence. */
    public boolean contains(Bytes part) {
        for (int from = 0; from + part.bytes.length <= bytes.length; from++) {
            if (Arrays.equals(bytes, from, from + part.bytes.length, part.bytes, 0, part.bytes.length)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public ValueType type() {
        return ValueType.BYTES;
    }

    @Override
    public int size() {
        return bytes.length;
    }

    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "0x" + HexFormat.of().formatHex(bytes);
    }
}
