package dev.varve.series.internal.packed.frame;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Bytes in the format of RFC 1951 (deflate), without a header; pure. */
final class Deflated {

    /** Deflate never needs more than one byte for this many. A longer claim is wrong, and must not allocate memory. */
    private static final int MAX_RATIO = 1_032;

    private Deflated() {}

    /** Returns these bytes deflated; longer than they were if they are short or random. */
    static byte[] of(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        try {
            deflater.setInput(bytes);
            deflater.finish();
            // Bytes that cannot be compressed take 5 more for each block of at least 16 KB.
            byte[] deflated = new byte[bytes.length + bytes.length / 1_024 + 64];
            int length = deflater.deflate(deflated);
            if (!deflater.finished()) {
                throw new IllegalStateException("%s bytes deflate to more than %s".formatted(bytes.length, length));
            }
            return Arrays.copyOf(deflated, length);
        } finally {
            deflater.end();
        }
    }

    /** Returns the bytes that were deflated, or null if the rest of the buffer is not exactly so many bytes deflated. */
    static byte @Nullable [] inflate(ByteBuffer in, int length) {
        if (length > (long) MAX_RATIO * in.remaining()) {
            return null;
        }
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(in);
            byte[] bytes = new byte[length];
            int done = inflater.inflate(bytes);
            // An end that follows the last byte is found by asking for more.
            boolean isComplete = done == length && inflater.inflate(new byte[1]) == 0 && inflater.finished();
            return isComplete && !in.hasRemaining() ? bytes : null;
        } catch (DataFormatException e) {
            return null;
        } finally {
            inflater.end();
        }
    }
}
