package dev.varve.cli.transfer;

import dev.varve.server.api.fleet.ReadingJson;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Writes readings so that an import reads the same ones back, with bit-exact numbers. */
interface ReadingWriter extends AutoCloseable {

    /** @param device the id of the series, which for a plain series is that of its device */
    void write(String device, ReadingJson reading) throws IOException;

    /** Writes the rest of the file. */
    void finish() throws IOException;

    @Override
    void close() throws IOException;

    /**
     * Returns a writer.
     *
     * @param fields the numbers and texts of all readings, or empty if they are unknown until the end
     */
    static ReadingWriter of(Format format, List<String> fields, Writer out) throws IOException {
        return switch (format) {
            case CSV -> new CsvReadings(fields, out);
            case NDJSON -> new JsonReadings(out);
            case LINE -> new LineReadings(out);
        };
    }
}
