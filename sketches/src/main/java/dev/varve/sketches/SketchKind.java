package dev.varve.sketches;

import dev.varve.error.CorruptData;
import dev.varve.item.Bytes;
import dev.varve.item.Value;
import java.nio.ByteBuffer;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The stored format of a sketch: its kind, a checksum and its bytes.
 *
 * <p>The library trusts lengths and offsets in the bytes, and without assertions reads beyond their end. The checksum keeps
 * damaged bytes away from it.
 */
enum SketchKind {
    /** DataSketches' HLL, serial version 1, as {@link CanonicalHll} writes it. */
    HLL(1),
    /** DataSketches' KLL of doubles, serial version 1 or 2, compact. */
    KLL(2),
    /** {@link Counts}. */
    COUNTS(3);

    private static final int HEADER = 1 + Integer.BYTES;

    private final byte number;

    SketchKind(int number) {
        this.number = (byte) number;
    }

    Bytes seal(byte[] sketch) {
        ByteBuffer sealed = ByteBuffer.allocate(HEADER + sketch.length);
        sealed.put(number).putInt(checksum(sketch)).put(sketch);
        return Bytes.wrap(sealed.array());
    }

    /** Reads a sketch; fails for damaged bytes and for bytes of another kind. */
    <T> T open(String attribute, Value value, Function<byte[], T> read) {
        if (!(value instanceof Bytes bytes)) {
            throw corrupt(attribute, "is %s instead of bytes".formatted(value.type()), null);
        }
        ByteBuffer sealed = bytes.buffer();
        if (sealed.remaining() <= HEADER || sealed.get() != number) {
            throw corrupt(attribute, "has %s bytes that do not start like %s".formatted(bytes.length(), this), null);
        }
        int checksum = sealed.getInt();
        byte[] sketch = new byte[sealed.remaining()];
        sealed.get(sketch);
        if (checksum(sketch) != checksum) {
            throw corrupt(attribute, "has %s bytes whose checksum is wrong".formatted(bytes.length()), null);
        }
        try {
            return read.apply(sketch);
        } catch (RuntimeException e) {
            throw corrupt(attribute, "has %s bytes that are not a valid %s".formatted(bytes.length(), this), e);
        }
    }

    private static CorruptData corrupt(String attribute, String what, @Nullable Throwable cause) {
        return new CorruptData(
                "sketches.bytes", "the attribute %s of a row %s: rebuild the row".formatted(attribute, what), cause);
    }

    private static int checksum(byte[] sketch) {
        CRC32C checksum = new CRC32C();
        checksum.update(sketch, 0, sketch.length);
        return (int) checksum.getValue();
    }
}
