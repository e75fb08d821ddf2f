package dev.varve.server.http;

import java.util.List;
import java.util.Map;

/**
 * An answer that is a list: an object of JSON, or lines of CSV where that is asked for.
 *
 * @param json what is written as JSON
 * @param columns the columns of the CSV
 * @param rows by column; one that a row lacks is left empty
 */
public record TabularAnswer(Object json, List<String> columns, List<Map<String, ?>> rows) {

    public TabularAnswer {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** Returns an answer whose lines of CSV are the properties of these records. */
    public static TabularAnswer of(Object json, List<?> records, String... columns) {
        return new TabularAnswer(
                json,
                List.of(columns),
                records.stream().<Map<String, ?>>map(Json::properties).toList());
    }
}
