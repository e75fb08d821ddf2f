package dev.varve.server.http.answer;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes rows as CSV. */
public final class Csv {

    public static final String TYPE = "text/csv; charset=utf-8";

    private Csv() {}

    public static Reply reply(TabularAnswer.Rows rows) {
        var text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().build(text)) {
            csv.writeRecord(header(rows.columns()));
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

    /** Returns column names as cells; some, such as names of fields, come from clients. */
    public static List<String> header(List<String> columns) {
        return columns.stream().map(Csv::cell).toList();
    }

    /**
     * Returns the text of a value, empty for null. A spreadsheet may run a text that begins like a formula, so such a text
     * gets a quote before it.
     */
    public static String cell(@Nullable Object value) {
        if (value instanceof Optional<?> some) {
            return cell(some.orElse(null));
        }
        String text = value == null ? "" : value.toString();
        boolean isFormula = value instanceof String && !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
        return isFormula ? "'" + text : text;
    }
}
