package dev.varve.cli.transfer;

import dev.varve.error.Rejected;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Splits a stream into records. A record is a line, or several if a quoted text contains line breaks. It works on bytes, so the
 * position of each record is known and an import can continue in the middle of a file.
 */
final class RecordReader {

    /** The largest record in bytes. Without it, a quote that is never closed would swallow the whole file. */
    static final int MAX_RECORD = 1024 * 1024;

    private static final int FIRST_BUFFER = 64 * 1024;

    private final InputStream in;
    private final Format format;
    private byte[] buffer = new byte[FIRST_BUFFER];
    private int start;
    private int end;
    private long offset;
    private long line;

    /** Continues at a position, where the stream must already be. */
    RecordReader(InputStream in, Format format, long offset, long line) {
        this.in = in;
        this.format = format;
        this.offset = offset;
        this.line = line;
    }

    /** Returns the number of bytes before the next record. */
    long offset() {
        return offset;
    }

    /** Returns the number of the next record's first line, from 1. */
    long line() {
        return line;
    }

    /** Returns the next record with its line break, or null at the end. */
    byte @Nullable [] next() throws IOException {
        RecordEnd ends = new RecordEnd(format);
        int at = 0;
        int firstLineEnd = -1;
        while (true) {
            if (start + at == end && !fill()) {
                return at == 0 ? null : take(firstLineEnd >= 0 && format == Format.LINE ? firstLineEnd : at);
            }
            byte b = buffer[start + at];
            at++;
            if (b == '\n' && firstLineEnd < 0) {
                firstLineEnd = at;
            }
            if (ends.isEnd(b)) {
                return take(at);
            }
            if (at > MAX_RECORD) {
                return take(cut(firstLineEnd));
            }
        }
    }

    /** A point with an unclosed text is a bad line; reading continues with the next line. */
    private int cut(int firstLineEnd) {
        if (format == Format.LINE && firstLineEnd >= 0) {
            return firstLineEnd;
        }
        throw new Rejected(
                "import.long-line",
                "the record that begins in line %s is longer than %s bytes: is a quote not closed?"
                        .formatted(line, MAX_RECORD));
    }

    private byte[] take(int length) {
        byte[] record = Arrays.copyOfRange(buffer, start, start + length);
        start += length;
        offset += length;
        line += lines(record);
        return record;
    }

    /** Returns the number of lines of a record. */
    static int lines(byte[] record) {
        int lines = 0;
        for (byte b : record) {
            lines += b == '\n' ? 1 : 0;
        }
        return record.length > 0 && record[record.length - 1] != '\n' ? lines + 1 : lines;
    }

    private boolean fill() throws IOException {
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, end - start);
            end -= start;
            start = 0;
        }
        if (end == buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
        int read = in.read(buffer, end, buffer.length - end);
        if (read <= 0) {
            return false;
        }
        end += read;
        return true;
    }
}
