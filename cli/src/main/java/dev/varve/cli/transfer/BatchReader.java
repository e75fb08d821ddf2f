package dev.varve.cli.transfer;

import dev.varve.cli.transfer.Batch.Position;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a file batch by batch. */
final class BatchReader {

    /** A server takes bodies of 32 MB; several of these wait in memory at once. */
    static final int MAX_BYTES = 4 * 1024 * 1024;

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final RecordReader records;
    private final byte[] header;
    private final int size;

    /** Reads on from a place; the stream must be at its begin. */
    BatchReader(InputStream in, Format format, int size, Position from) throws IOException {
        this.size = size;
        if (format == Format.CSV) {
            RecordReader first = new RecordReader(in, format, 0, 1);
            byte[] read = first.next();
            this.header = read == null ? new byte[0] : withoutMark(read);
            if (from.offset() > first.offset()) {
                // The records that were read ahead are behind this reader, so that it must be the one that goes on.
                while (first.offset() < from.offset() && first.next() != null) {}
            }
            this.records = first;
        } else {
            this.header = new byte[0];
            in.skipNBytes(from.offset());
            this.records = new RecordReader(in, format, from.offset(), from.line());
        }
    }

    private static byte[] withoutMark(byte[] header) {
        return header.length >= 3 && Arrays.equals(header, 0, 3, BYTE_ORDER_MARK, 0, 3)
                ? Arrays.copyOfRange(header, 3, header.length)
                : header;
    }

    /** Returns the next records, or null at the end. */
    @Nullable
    Batch next() throws IOException {
        long firstLine = records.line();
        var body = new ByteArrayOutputStream();
        body.writeBytes(header);
        List<Refused> refused = new ArrayList<>();
        int count = 0;
        while (count < size && body.size() < MAX_BYTES) {
            long line = records.line();
            byte[] record = records.next();
            if (record == null) {
                break;
            }
            count++;
            if (isUtf8(record)) {
                body.writeBytes(record);
            } else {
                refused.add(new Refused(line, "import.utf8", "the line is not UTF-8"));
                body.writeBytes("\n".repeat(RecordReader.lines(record)).getBytes(StandardCharsets.US_ASCII));
            }
        }
        return count == 0
                ? null
                : new Batch(
                        body.toByteArray(),
                        firstLine,
                        RecordReader.lines(header),
                        new Position(records.offset(), records.line()),
                        refused);
    }

    private static boolean isUtf8(byte[] record) {
        for (byte b : record) {
            if (b < 0) {
                try {
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(record));
                    return true;
                } catch (CharacterCodingException e) {
                    return false;
                }
            }
        }
        return true;
    }
}
