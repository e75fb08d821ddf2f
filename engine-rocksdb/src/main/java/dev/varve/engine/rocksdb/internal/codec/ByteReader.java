package dev.varve.engine.rocksdb.internal.codec;

import dev.varve.error.CorruptData;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Reads bytes written by {@link ByteWriter}. Damaged bytes always lead to {@link CorruptData}, and never to an
 * allocation larger than the input.
 */
public final class ByteReader {

    private static final int SHOWN = 64;

    private byte[] bytes = new byte[0];
    private int start;
    private int next;
    private int end;

    public ByteReader() {}

    public ByteReader(byte[] bytes) {
        reset(bytes, 0, bytes.length);
    }

    /** Restarts with these bytes. */
    public ByteReader reset(byte[] source, int from, int to) {
        bytes = source;
        start = from;
        next = from;
        end = to;
        return this;
    }

    byte[] array() {
        return bytes;
    }

    public int position() {
        return next;
    }

    void moveTo(int position) {
        next = position;
    }

    public int remaining() {
        return end - next;
    }

    public int u8() {
        if (next >= end) {
            throw damaged("ends too early");
        }
        return bytes[next++] & 0xFF;
    }

    public int u16() {
        return u8() << 8 | u8();
    }

    public long u64() {
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = value << 8 | u8();
        }
        return value;
    }

    public long varint() {
        // Most numbers take one byte.
        if (next < end && bytes[next] >= 0) {
            return bytes[next++];
        }
        return longVarint();
    }

    private long longVarint() {
        long value = 0;
        int at = next;
        for (int shift = 0; shift < 64 && at < end; shift += 7) {
            byte b = bytes[at++];
            value |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                // Each number has one encoding: no padding, no tenth byte beyond 64 bits.
                if ((b == 0 && shift > 0) || (shift == 63 && b > 1)) {
                    break;
                }
                next = at;
                return value;
            }
        }
        throw damaged("has a number that is cut short or has too many bytes");
    }

    public long signed() {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }

    /** Reads a count of elements that take at least one byte each. A count above the remaining bytes is damage. */
    public int count() {
        long count = varint();
        if (count < 0 || count > remaining()) {
            throw damaged(
                    "has a count of " + Long.toUnsignedString(count) + ", but only " + remaining() + " bytes remain");
        }
        return (int) count;
    }

    public byte[] bytes(int count) {
        skip(count);
        return Arrays.copyOfRange(bytes, next - count, next);
    }

    public void skip(int count) {
        if (count < 0 || count > remaining()) {
            throw damaged("ends too early");
        }
        next += count;
    }

    public String utf8(int count) {
        skip(count);
        String text = new String(bytes, next - count, count, StandardCharsets.UTF_8);
        // A decoder replaces invalid bytes by U+FFFD; a text without U+FFFD was valid.
        if (text.indexOf('\uFFFD') >= 0 && !same(text.getBytes(StandardCharsets.UTF_8), next - count, next)) {
            throw damaged("has a text that is not UTF-8");
        }
        return text;
    }

    private boolean same(byte[] encoded, int from, int to) {
        return Arrays.equals(encoded, 0, encoded.length, bytes, from, to);
    }

    public String sizedUtf8() {
        return utf8(count());
    }

    public void requireEnd() {
        if (next != end) {
            throw damaged("has " + remaining() + " bytes too many");
        }
    }

    /** Returns the error for these bytes. */
    public CorruptData damaged(String what) {
        int shown = Math.min(SHOWN, end - start);
        return new CorruptData(
                "rocksdb.damaged",
                "stored record %s, at byte %d of %d: %s%s. Keep the directory and restore a backup"
                        .formatted(
                                what,
                                next - start,
                                end - start,
                                HexFormat.of().formatHex(bytes, start, start + shown),
                                shown < end - start ? "…" : ""));
    }
}
