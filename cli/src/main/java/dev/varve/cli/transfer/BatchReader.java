package dev.varve.cli.transfer;

import dev.varve.cli.transfer.Batch.Position;
import dev.varve.error.Rejected;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a file batch by batch. */
final class BatchReader {

    /** A server takes bodies of 32 MB, and several batches wait in memory at once. */
    static final int MAX_BYTES = 4 * 1024 * 1024;

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    /** This many last records of a batch show whether it is stored; a few of them may have been refused. */
    private static final int LAST = 10;

    private final RecordReader records;
    private final byte[] header;
    private final @Nullable CsvColumns columns;
    private final int size;
    private final @Nullable Clocks clocks;

    /** Continues at a position; the stream must be at its beginning. */
    BatchReader(InputStream in, Importer.Options options, Position from) throws IOException {
        this.size = options.batch();
        Format format = options.format();
        if (format == Format.CSV) {
            RecordReader first = new RecordReader(in, format, 0, 1);
            byte[] read = first.next();
            this.columns = new CsvColumns(read == null ? new byte[0] : withoutMark(read), options.columns());
            this.header = columns.header();
            if (from.offset() > first.offset()) {
                // Records that were read ahead are in this reader's buffer, so reading must continue with it.
                while (first.offset() < from.offset() && first.next() != null) {}
            }
            this.records = first;
        } else {
            this.header = new byte[0];
            this.columns = null;
            in.skipNBytes(from.offset());
            this.records = new RecordReader(in, format, from.offset(), from.line());
        }
        this.clocks = options.untimed() == Importer.Untimed.REFUSED ? new Clocks(format, header) : null;
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
        Deque<byte[]> last = new ArrayDeque<>();
        int count = 0;
        while (count < size && body.size() < MAX_BYTES) {
            long line = records.line();
            byte[] record = records.next();
            if (record == null) {
                break;
            }
            count++;
            try {
                byte[] sent = checked(record);
                body.writeBytes(sent);
                last.add(sent);
                if (last.size() > LAST) {
                    last.remove();
                }
            } catch (Rejected reason) {
                refused.add(new Refused(line, reason.code(), String.valueOf(reason.getMessage())));
                body.writeBytes("\n".repeat(RecordReader.lines(record)).getBytes(StandardCharsets.US_ASCII));
            }
        }
        return count == 0
                ? null
                : new Batch(
                        body.toByteArray(),
                        together(last),
                        new Batch.Lines(firstLine, RecordReader.lines(header)),
                        new Position(records.offset(), records.line()),
                        refused);
    }

    private byte[] together(Iterable<byte[]> last) {
        var body = new ByteArrayOutputStream();
        body.writeBytes(header);
        last.forEach(body::writeBytes);
        return body.toByteArray();
    }

    /** Returns a record as it is sent; refuses a bad one. */
    private byte[] checked(byte[] record) {
        if (!isUtf8(record)) {
            throw new Rejected("import.utf8", "the line is not UTF-8");
        }
        byte[] sent = columns == null ? record : columns.rewritten(record);
        if (clocks != null && clocks.isMissing(sent)) {
            throw new Rejected(
                    "import.no-time",
                    "the reading has no time (at or timestamp); --now stores the time of its arrival");
        }
        return sent;
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
