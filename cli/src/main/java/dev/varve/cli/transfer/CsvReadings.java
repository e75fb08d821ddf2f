package dev.varve.cli.transfer;

import dev.varve.error.Rejected;
import dev.varve.server.api.fleet.ReadingJson;
import dev.varve.server.ingest.CsvSamples;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Readings as CSV: {@code deviceId,at,}, a column for each field, and a column {@code texts.…} for each text. The header comes
 * first, but the columns are known only at the end. Until then the rows wait in a temporary file, each with the cells known
 * at that time.
 */
final class CsvReadings implements ReadingWriter {

    /** Names that an import would not read as fields. */
    private static final Set<String> TAKEN = Set.of("deviceId", "at", "timestamp", "location");

    private static final String TEXTS = CsvSamples.TEXTS;

    private final Writer out;
    private final List<String> wanted;
    private final Set<String> columns = new LinkedHashSet<>();
    private final Path waiting;
    private final DataOutputStream rows;

    CsvReadings(List<String> wanted, Writer out) throws IOException {
        this.out = out;
        this.wanted = List.copyOf(wanted);
        waiting = Files.createTempFile("varve-export", ".rows");
        waiting.toFile().deleteOnExit();
        rows = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(waiting)));
    }

    private static void requireFree(String field) {
        if (TAKEN.contains(field) || field.startsWith(TEXTS) || !field.strip().equals(field)) {
            throw new Rejected(
                    "export.csv-name",
                    "CSV cannot hold a field with the name \"%s\": export as ndjson".formatted(field));
        }
    }

    @Override
    public void write(String device, ReadingJson reading) throws IOException {
        if (!device.strip().equals(device)) {
            throw new Rejected(
                    "export.csv-name",
                    "CSV cannot hold the device \"%s\", whose id begins or ends with a space: export as ndjson"
                            .formatted(device));
        }
        addColumns(reading);
        var row = new StringBuilder(Cells.quoted(Formula.guarded(device)))
                .append(',')
                .append(reading.at());
        for (String column : columns) {
            row.append(',').append(cell(column, reading));
        }
        byte[] bytes = row.toString().getBytes(StandardCharsets.UTF_8);
        rows.writeInt(columns.size());
        rows.writeInt(bytes.length);
        rows.write(bytes);
    }

    private void addColumns(ReadingJson reading) {
        for (String field : wanted.isEmpty() ? reading.fields().keySet() : wanted) {
            if (reading.fields().containsKey(field) && columns.add(field)) {
                requireFree(field);
            }
        }
        for (String text : reading.allTexts().keySet()) {
            if (columns.add(TEXTS + text) && !text.strip().equals(text)) {
                requireFree(text);
            }
        }
    }

    private static String cell(String column, ReadingJson reading) {
        if (column.startsWith(TEXTS)) {
            String text = reading.allTexts().get(column.substring(TEXTS.length()));
            return text == null ? "" : Cells.quoted(Formula.guarded(text));
        }
        Double value = reading.fields().get(column);
        return value == null ? "" : value.toString();
    }

    private void header() throws IOException {
        List<String> names = new ArrayList<>(List.of("deviceId", "at"));
        columns.forEach(column -> names.add(Cells.quoted(Formula.guarded(column))));
        out.append(String.join(",", names)).append('\n');
    }

    @Override
    public void finish() throws IOException {
        rows.writeInt(-1);
        rows.flush();
        wanted.stream().filter(field -> !columns.contains(TEXTS + field)).forEach(columns::add);
        header();
        try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(waiting)))) {
            for (int cells = in.readInt(); cells >= 0; cells = in.readInt()) {
                out.write(new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8));
                out.append(",".repeat(columns.size() - cells)).append('\n');
            }
        }
        out.flush();
    }

    @Override
    public void close() throws IOException {
        rows.close();
        Files.deleteIfExists(waiting);
    }
}
