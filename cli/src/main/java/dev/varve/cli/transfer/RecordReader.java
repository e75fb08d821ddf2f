package dev.varve.cli.transfer;

import dev.varve.error.Rejected;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a stream into records, which are lines unless a text in quotes goes over several. Works on bytes, so that the place
 * of each record is known and a file can be gone on with in its middle.
 */
final class RecordReader {

    /** No record is longer; a quote that is never closed would otherwise take in the whole file. */
    static final int MAX_RECORD = 1024 * 1024;

    private static final int FIRST_BUFFER = 64 * 1024;

    private final InputStream in;
    private final Format format;
    private byte[] buffer = new byte[FIRST_BUFFER];
    private int start;
    private int end;
    private long offset;
    private long line;

    /** Reads on from a place; the stream must be there already. */
    RecordReader(InputStream in, Format format, long offset, long line) {
        this.in = in;
        this.format = format;
        this.offset = offset;
        this.line = line;
    }

    /** Returns how many bytes lie before the next record. */
    long offset() {
        return offset;
    }

    /** Returns the number of the line the next record begins in, from 1. */
    long line() {
        return line;
    }

    /** Returns the next record with the end of its line, or null at the end. */
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

    /** A point whose text is not closed is a bad line of its own; what follows is read as if nothing had been. */
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

    /** Returns how many lines a record has. */
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
