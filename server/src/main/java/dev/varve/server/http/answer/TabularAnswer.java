package dev.varve.server.http.answer;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * An answer that is a list: a JSON object, or CSV if the request asks for it.
 *
 * @param json the value that is written as JSON
 * @param csv returns the CSV; called only if the request asks for it
 */
public record TabularAnswer(Object json, Supplier<Rows> csv) {

    /**
     * The rows of the CSV.
     *
     * @param rows values by column; a missing one becomes an empty cell
     */
    public record Rows(List<String> columns, List<Map<String, ?>> rows) {

        public Rows {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
        }
    }

    public TabularAnswer(Object json, List<String> columns, List<Map<String, ?>> rows) {
        this(json, () -> new Rows(columns, rows));
    }

    /** Returns an answer whose CSV rows are the properties of these records. */
    public static TabularAnswer of(Object json, List<?> records, String... columns) {
        return new TabularAnswer(
                json,
                () -> new Rows(
                        List.of(columns),
                        records.stream().<Map<String, ?>>map(Json::properties).toList()));
    }
}
