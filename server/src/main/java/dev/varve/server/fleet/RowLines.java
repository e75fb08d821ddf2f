package dev.varve.server.fleet;

import dev.varve.core.rollup.RollupRow;
import dev.varve.server.http.Rows;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Aggregates as the lines of a chart, one for each field, and as a table. */
final class RowLines {

    /** The component of readings that holds their numbers. */
    private static final String NUMBERS = "fields";

    private RowLines() {}

    /** Returns the lines of these fields, or of all. */
    static Map<String, Object> of(List<RollupRow> rows, List<String> wanted) {
        TreeSet<String> fields = new TreeSet<>(wanted);
        if (fields.isEmpty()) {
            rows.forEach(row -> fields.addAll(row.entries(NUMBERS)));
        }
        Map<String, Object> lines = new TreeMap<>();
        for (String field : fields) {
            List<RollupRow> having =
                    rows.stream().filter(row -> row.avg(field).isPresent()).toList();
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("t", having.stream().map(row -> row.start().toEpochMilli()).toList());
            line.put(
                    "avg",
                    having.stream().map(row -> row.avg(field).orElseThrow()).toList());
            line.put(
                    "min",
                    having.stream().map(row -> row.min(field).orElseThrow()).toList());
            line.put(
                    "max",
                    having.stream().map(row -> row.max(field).orElseThrow()).toList());
            line.put("count", having.stream().map(row -> row.count(field)).toList());
            lines.put(field, line);
        }
        return lines;
    }

    static Rows table(Object json, List<RollupRow> rows) {
        TreeSet<String> fields = new TreeSet<>();
        rows.forEach(row -> fields.addAll(row.entries(NUMBERS)));
        List<String> columns = new ArrayList<>(List.of("start", "end", "count"));
        for (String field : fields) {
            columns.addAll(List.of(field + ".avg", field + ".min", field + ".max"));
        }
        List<Map<String, ?>> cells = new ArrayList<>();
        for (RollupRow row : rows) {
            Map<String, Object> cell = new LinkedHashMap<>();
            cell.put("start", row.start());
            cell.put("end", row.end());
            cell.put("count", row.count());
            for (String field : fields) {
                row.avg(field).ifPresent(value -> cell.put(field + ".avg", value));
                row.min(field).ifPresent(value -> cell.put(field + ".min", value));
                row.max(field).ifPresent(value -> cell.put(field + ".max", value));
            }
            cells.add(cell);
        }
        return new Rows(json, columns, cells);
    }
}
