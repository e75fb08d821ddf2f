package dev.varve.server.http.answer;

import java.util.List;
import java.util.Map;

/**
 * An answer that is a list: a JSON object, or CSV if the request asks for it.
 *
 * @param json the value that is written as JSON
 * @param columns the columns of the CSV
 * @param rows values by column; a missing one becomes an empty cell
 */
public record TabularAnswer(Object json, List<String> columns, List<Map<String, ?>> rows) {

    public TabularAnswer {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** Returns an answer whose CSV rows are the properties of these records. */
    public static TabularAnswer of(Object json, List<?> records, String... columns) {
        return new TabularAnswer(
                json,
                List.of(columns),
                records.stream().<Map<String, ?>>map(Json::properties).toList());
    }
}
