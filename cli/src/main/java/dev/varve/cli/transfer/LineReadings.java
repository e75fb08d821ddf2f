package dev.varve.cli.transfer;

import dev.varve.error.Rejected;
import dev.varve.server.api.fleet.ReadingJson;
import dev.varve.server.ingest.SeriesName;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Readings as line protocol: measurement and tags are those of the series, timestamps are nanoseconds. */
final class LineReadings implements ReadingWriter {

    private static final long NANOS = 1_000_000_000;

    private final Writer out;

    LineReadings(Writer out) {
        this.out = out;
    }

    @Override
    public void write(String device, ReadingJson reading) throws IOException {
        List<String> values = new ArrayList<>();
        reading.fields().forEach((field, number) -> values.add(escaped(field) + "=" + number));
        List<String> texts = new ArrayList<>();
        reading.allTexts().forEach((field, text) -> texts.add(escaped(field) + "=" + quoted(text)));
        if (reading.allTexts().keySet().stream().anyMatch(reading.fields()::containsKey)) {
            // A line has each name once. An import joins the lines of one device and time.
            write(device, reading.at(), values);
            values.clear();
        }
        values.addAll(texts);
        write(device, reading.at(), values);
    }

    private void write(String device, Instant at, List<String> values) throws IOException {
        SeriesName series = SeriesName.parse(device);
        out.append(escaped(series.lineMeasurement()));
        for (Map.Entry<String, String> tag : series.lineTags().entrySet()) {
            out.append(',').append(escaped(tag.getKey())).append('=').append(escaped(tag.getValue()));
        }
        out.append(' ')
                .append(String.join(",", values))
                .append(' ')
                .append(nanos(at))
                .append('\n');
    }

    private static String quoted(String text) {
        if (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0) {
            throw new Rejected(
                    "export.line-text",
                    "line protocol cannot hold a text of several lines, \"%s\": export as ndjson"
                            .formatted(text.replaceAll("\\R", "\u2424")));
        }
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
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
