package dev.varve.engine.rocksdb.internal.codec;

import java.util.Arrays;

/**
 * A half-open range of keys, {@code [from, to)}, in unsigned byte order; empty if {@code from} is not below {@code to}.
 */
public final class KeyRange {

    private final byte[] from;
    private final byte[] to;

    public KeyRange(byte[] from, byte[] to) {
        this.from = from;
        this.to = to;
    }

    /** Returns the range of all keys that begin with these bytes, at least one of which is not FF. */
    public static KeyRange of(byte[] prefix) {
        return new KeyRange(prefix, end(prefix));
    }

    public byte[] from() {
        return from;
    }

    public byte[] to() {
        return to;
    }

    public boolean isEmpty() {
        return Arrays.compareUnsigned(from, to) >= 0;
    }

    /** Returns the first key above all that begin with these bytes. */
    static byte[] end(byte[] prefix) {
        int last = prefix.length - 1;
        while (prefix[last] == (byte) 0xFF) {
            last--;
        }
        byte[] end = Arrays.copyOf(prefix, last + 1);
        end[last]++;
        return end;
    }

    /** Returns the first key above this one. */
    public static byte[] successor(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
    }
}
