package dev.varve.block.internal;

import dev.varve.error.CorruptData;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what {@link ByteWriter} wrote. Every read is checked against the end. */
final class ByteReader {

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;
    private final int end;
    private int position;

    ByteReader(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.position = from;
        this.end = to;
    }

    static CorruptData corrupt(String message) {
        return new CorruptData("block.format", message);
    }

    byte[] array() {
        return bytes;
    }

    int position() {
        return position;
    }

    int end() {
        return end;
    }

    int remaining() {
        return end - position;
    }

    private void require(int count) {
        if (count > remaining()) {
            throw corrupt("the block ends %s bytes early, at byte %s".formatted(count - remaining(), end));
        }
    }

    int readByte() {
        require(1);
        return bytes[position++] & 0xFF;
    }

    /** Skips this many bytes and returns a reader of them. */
    ByteReader part(int length) {
        require(length);
        position += length;
        return new ByteReader(bytes, position - length, position);
    }

    long readUnsigned() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = readByte();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                if (shift == 63 && next > 1) {
                    throw corrupt("an integer has more than 64 bits");
                }
                return value;
            }
        }
        throw corrupt("an integer has more than 64 bits");
    }

    long readSigned() {
        return ByteWriter.unzigzag(readUnsigned());
    }

    /** Reads an unsigned integer of at most {@code limit}; {@code what} names it in the error. */
    int readCount(int limit, String what) {
        long count = readUnsigned();
        if (count < 0 || count > limit) {
            throw corrupt("%s %s is out of range; the largest possible value is %s"
                    .formatted(what, Long.toUnsignedString(count), limit));
        }
        return (int) count;
    }

    long readFixed(int count) {
        require(count);
        long value = 0;
        for (int i = 0; i < count; i++) {
            value |= (bytes[position++] & 0xFFL) << (8 * i);
        }
        return value;
    }

    /** Reads numbers of {@code width} bits into an array, the lowest bits first; the last byte is filled up with zeros. */
    void readBits(long[] numbers, int from, int to, int width) {
        int length = (int) (((long) (to - from) * width + 7) / 8);
        require(length);
        if (width == 0) {
            Arrays.fill(numbers, from, to, 0);
            return;
        }
        long mask = width == Long.SIZE ? -1 : (1L << width) - 1;
        int last = position + length;
        int bit = 0;
        int i = from;
        if (width <= Long.SIZE - 7) {
            // A number lies within the 8 bytes that begin with its first bit.
            int quick = Math.min(to - from, Math.max(0, (bytes.length - Long.BYTES - position) * 8 / width));
            for (int end = from + quick; i < end; i++) {
                numbers[i] = (long) WORDS.get(bytes, position + (bit >>> 3)) >>> (bit & 7) & mask;
                bit += width;
            }
        }
        for (; i < to; i++) {
            int at = position + (bit >>> 3);
            int over = (bit & 7) + width - Long.SIZE;
            long word = word(at, last) >>> (bit & 7);
            if (over > 0) {
                word |= (bytes[at + Long.BYTES] & 0xFFL) << (width - over);
            }
            numbers[i] = word & mask;
            bit += width;
        }
        position = last;
    }

    private long word(int at, int last) {
        if (at + Long.BYTES <= bytes.length) {
            return (long) WORDS.get(bytes, at);
        }
        long word = 0;
        for (int i = at; i < last; i++) {
            word |= (bytes[i] & 0xFFL) << (8 * (i - at));
        }
        return word;
    }

    String readText() {
        int length = readCount(remaining(), "the length of a text");
        require(length);
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, position, length))
                    .toString();
            position += length;
            return text;
        } catch (CharacterCodingException e) {
            throw new CorruptData("block.format", "a text at byte %s is not UTF-8".formatted(position), e);
        }
    }

    void requireEnd() {
        if (remaining() != 0) {
            throw corrupt("%s bytes follow the end of a part, at byte %s".formatted(remaining(), position));
        }
    }
}
