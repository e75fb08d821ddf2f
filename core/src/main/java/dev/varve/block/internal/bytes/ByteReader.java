package dev.varve.block.internal.bytes;

import dev.varve.error.CorruptData;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what {@link ByteWriter} wrote. Every read is checked against the end. */
public final class ByteReader {

    private static final char REPLACEMENT = '\uFFFD';

    private final byte[] bytes;
    private final int end;
    private int position;

    public ByteReader(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.position = from;
        this.end = to;
    }

    public static CorruptData corrupt(String message) {
        return new CorruptData("block.format", message);
    }

    public byte[] array() {
        return bytes;
    }

    public int position() {
        return position;
    }

    public int end() {
        return end;
    }

    public int remaining() {
        return end - position;
    }

    private void require(int count) {
        if (count > remaining()) {
            throw corrupt("the block ends %s bytes early, at byte %s".formatted(count - remaining(), end));
        }
    }

    public int readByte() {
        require(1);
        return bytes[position++] & 0xFF;
    }

    /** Skips this many bytes and returns a reader of them. */
    public ByteReader part(int length) {
        require(length);
        position += length;
        return new ByteReader(bytes, position - length, position);
    }

    public long readUnsigned() {
        if (position < end && bytes[position] >= 0) {
            return bytes[position++];
        }
        return readLongUnsigned();
    }

    private long readLongUnsigned() {
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

    public long readSigned() {
        return ByteWriter.unzigzag(readUnsigned());
    }

    /** Reads an unsigned integer of at most {@code limit}; {@code what} names it in the error. */
    public int readCount(int limit, String what) {
        long count = readUnsigned();
        if (count < 0 || count > limit) {
            throw corrupt("%s %s is out of range; the largest possible value is %s"
                    .formatted(what, Long.toUnsignedString(count), limit));
        }
        return (int) count;
    }

    public long readFixed(int count) {
        require(count);
        long value = 0;
        for (int i = 0; i < count; i++) {
            value |= (bytes[position++] & 0xFFL) << (8 * i);
        }
        return value;
    }

    /**
     * Reads {@code count} numbers of {@code width} bits to the beginning of an array, the lowest bits first; the last byte is
     * filled up with zeros. The length of the array is a multiple of 8.
     */
    void readBits(long[] numbers, int count, int width) {
        int length = (count * width + 7) >> 3;
        require(length);
        if (position + length + BitUnpacker.SLACK <= bytes.length) {
            BitUnpacker.unpack(bytes, position, numbers, count, width);
        } else {
            byte[] rest = Arrays.copyOfRange(bytes, position, position + length + BitUnpacker.SLACK);
            BitUnpacker.unpack(rest, 0, numbers, count, width);
        }
        position += length;
    }

    public String readText() {
        int length = readCount(remaining(), "the length of a text");
        // The length itself takes some of the bytes that remained.
        require(length);
        int from = position;
        position += length;
        return text(bytes, from, length);
    }

    /** Returns the text of some bytes of UTF-8. */
    public static String text(byte[] bytes, int from, int length) {
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        // What is no UTF-8 became a replacement character, which may also have been in the text.
        if (text.indexOf(REPLACEMENT) < 0) {
            return text;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, from, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new CorruptData(
                    "block.format", "a text of %s bytes at byte %s is not UTF-8".formatted(length, from), e);
        }
    }

    public void requireEnd() {
        if (remaining() != 0) {
            throw corrupt("%s bytes follow the end of a part, at byte %s".formatted(remaining(), position));
        }
    }
}
