package dev.varve.cli.transfer;

import dev.varve.error.Rejected;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Readings as CSV: {@code deviceId,at,} and a column for each field. The header comes first, but unless fields were given
 * they are known only at the end. Until then the rows wait in a temporary file, each with the cells known at that time.
 */
final class CsvReadings implements ReadingWriter {

    /** Names that an import would not read as fields. */
    private static final Set<String> TAKEN = Set.of("deviceId", "at", "timestamp", "location");

    private final Writer out;
    private final Set<String> fields;
    private final @Nullable Path waiting;
    private final @Nullable DataOutputStream rows;

    CsvReadings(List<String> fields, Writer out) throws IOException {
        this.out = out;
        this.fields = new LinkedHashSet<>(fields);
        this.fields.forEach(CsvReadings::requireFree);
        if (fields.isEmpty()) {
            waiting = Files.createTempFile("varve-export", ".rows");
            waiting.toFile().deleteOnExit();
            rows = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(waiting)));
        } else {
            waiting = null;
            rows = null;
            header();
        }
    }

    private static void requireFree(String field) {
        if (TAKEN.contains(field) || !field.strip().equals(field)) {
            throw new Rejected(
                    "export.csv-name",
                    "CSV cannot hold a field with the name \"%s\": export as ndjson".formatted(field));
        }
    }

    @Override
    public void write(String device, Instant at, Map<String, Double> values) throws IOException {
        if (!device.strip().equals(device)) {
            throw new Rejected(
                    "export.csv-name",
                    "CSV cannot hold the device \"%s\", whose id begins or ends with a space: export as ndjson"
                            .formatted(device));
        }
        if (rows != null) {
            values.keySet().stream().filter(fields::add).forEach(CsvReadings::requireFree);
        }
        var row = new StringBuilder(Cells.quoted(Formula.guarded(device)))
                .append(',')
                .append(at);
        for (String field : fields) {
            Double value = values.get(field);
            row.append(',').append(value == null ? "" : value.toString());
        }
        if (rows == null) {
            out.append(row).append('\n');
        } else {
            byte[] bytes = row.toString().getBytes(StandardCharsets.UTF_8);
            rows.writeInt(fields.size());
            rows.writeInt(bytes.length);
            rows.write(bytes);
        }
    }

    private void header() throws IOException {
        List<String> names = new ArrayList<>(List.of("deviceId", "at"));
        fields.forEach(field -> names.add(Cells.quoted(Formula.guarded(field))));
        out.append(String.join(",", names)).append('\n');
    }

    @Override
    public void finish() throws IOException {
        if (rows != null && waiting != null) {
            rows.writeInt(-1);
            rows.flush();
            header();
            try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(waiting)))) {
                for (int cells = in.readInt(); cells >= 0; cells = in.readInt()) {
                    out.write(new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8));
                    out.append(",".repeat(fields.size() - cells)).append('\n');
                }
            }
        }
        out.flush();
    }

    @Override
    public void close() throws IOException {
        if (rows != null && waiting != null) {
            rows.close();
            Files.deleteIfExists(waiting);
        }
    }
}
