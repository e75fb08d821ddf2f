package dev.varve.cli.transfer;

import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Writes readings so that an import reads the same ones back, their numbers bit for bit. */
interface ReadingWriter extends AutoCloseable {

    void write(String device, Instant at, Map<String, Double> fields) throws IOException;

    /** Writes what waits for the end. */
    void finish() throws IOException;

    @Override
    void close() throws IOException;

    /**
     * Returns a writer.
     *
     * @param fields the fields there will be, or none where nobody knows before the end
     */
    static ReadingWriter of(Format format, List<String> fields, Writer out) throws IOException {
        return switch (format) {
            case CSV -> new CsvReadings(fields, out);
            case NDJSON -> new JsonReadings(out);
            case LINE -> new LineReadings(out);
        };
    }
}
