package dev.varve.cli.transfer;

import dev.varve.error.Rejected;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.Map;

/** Readings as line protocol: the device is a tag, timestamps are nanoseconds. */
final class LineReadings implements ReadingWriter {

    private static final String MEASUREMENT = "readings";
    private static final long NANOS = 1_000_000_000;

    private final Writer out;

    LineReadings(Writer out) {
        this.out = out;
    }

    @Override
    public void write(String device, Instant at, Map<String, Double> fields) throws IOException {
        var line = new StringBuilder(MEASUREMENT).append(",device=").append(escaped(device));
        char separator = ' ';
        for (Map.Entry<String, Double> field : fields.entrySet()) {
            line.append(separator).append(escaped(field.getKey())).append('=').append(field.getValue());
            separator = ',';
        }
        out.append(line).append(' ').append(nanos(at)).append('\n');
    }

    private static String nanos(Instant at) {
        try {
            return String.valueOf(Math.addExact(Math.multiplyExact(at.getEpochSecond(), NANOS), at.getNano()));
        } catch (ArithmeticException e) {
            throw new Rejected(
                    "export.line-time", "%s is out of the range of nanoseconds: export as csv or ndjson".formatted(at));
        }
    }

    /** Refuses a backslash that would escape the next character; line protocol cannot write it. */
    private static String escaped(String name) {
        boolean isWritable = name.chars().noneMatch(c -> c == '\n' || c == '\r')
                && !name.endsWith("\\")
                && !name.matches("(?s).*\\\\[,= ].*");
        if (!isWritable) {
            throw new Rejected(
                    "export.line-name",
                    "line protocol cannot hold the name \"%s\": export as ndjson"
                            .formatted(name.replaceAll("\\R", "\u2424")));
        }
        return name.replaceAll("([,= ])", "\\\\$1");
    }

    @Override
    public void finish() throws IOException {
        out.flush();
    }

    @Override
    public void close() {}
}
