package dev.varve.server.http;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows as CSV. */
public final class Csv {

    public static final String TYPE = "text/csv; charset=utf-8";

    private Csv() {}

    static Reply reply(Rows rows) {
        var text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().build(text)) {
            csv.writeRecord(rows.columns());
            for (Map<String, ?> row : rows.rows()) {
                csv.writeRecord(rows.columns().stream()
                        .map(column -> cell(row.get(column)))
                        .toList());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory cannot be written to", e);
        }
        return Reply.of(200, TYPE, text.toString());
    }

    /** A spreadsheet takes a text that begins like this for a formula, and may run it. */
    public static String cell(@Nullable Object value) {
        String text = value == null ? "" : value.toString();
        boolean isFormula = value instanceof String && !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
        return isFormula ? "'" + text : text;
    }
}
