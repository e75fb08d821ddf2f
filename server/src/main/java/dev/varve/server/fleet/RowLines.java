package dev.varve.server.fleet;

import dev.varve.key.Grain;
import dev.varve.rollup.RollupRow;
import dev.varve.server.http.TabularAnswer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Aggregates as the lines of a chart, one for each field, and as a table. */
final class RowLines {

    /** The component of readings that holds their numbers. */
    private static final String NUMBERS = "fields";

    private static final List<String> STATS = List.of("avg", "min", "max", "sum", "count");

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
                    rows.stream().filter(row -> isMeasured(row, field)).toList();
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("t", having.stream().map(row -> row.start().toEpochMilli()).toList());
            line.put("avg", having.stream().map(row -> orNull(row.avg(field))).toList());
            line.put("min", having.stream().map(row -> orNull(row.min(field))).toList());
            line.put("max", having.stream().map(row -> orNull(row.max(field))).toList());
            line.put("count", having.stream().map(row -> row.count(field)).toList());
            lines.put(field, line);
        }
        return lines;
    }

    /** Returns whether a row has statistics of a field; its average may be too large to be stored. */
    private static boolean isMeasured(RollupRow row, String field) {
        return row.count(field) > 0 || row.avg(field).isPresent();
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }

    /** Returns rows as JSON, and as CSV with columns for each field: {@code temperature.avg}. */
    static TabularAnswer table(Grain grain, List<RollupRow> rows) {
        TreeSet<String> fields = new TreeSet<>();
        rows.forEach(row -> fields.addAll(row.entries(NUMBERS)));
        List<String> columns = new ArrayList<>(List.of("start", "end", "stored", "count"));
        fields.forEach(field -> STATS.forEach(stat -> columns.add(field + '.' + stat)));
        List<Map<String, Object>> shown = new ArrayList<>();
        List<Map<String, ?>> cells = new ArrayList<>();
        for (RollupRow row : rows) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("start", row.start());
            one.put("end", row.end());
            one.put("stored", row.kind() == RollupRow.Kind.STORED);
            one.put("count", row.count());
            Map<String, Object> cell = new LinkedHashMap<>(one);
            Map<String, Object> numbers = new TreeMap<>();
            for (String field : fields) {
                Map<String, Object> stats = stats(row, field);
                if (!stats.isEmpty()) {
                    numbers.put(field, stats);
                    stats.forEach((stat, value) -> cell.put(field + '.' + stat, value));
                }
            }
            one.put("fields", numbers);
            shown.add(one);
            cells.add(cell);
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("tier", grain.word());
        answer.put("rows", shown);
        return new TabularAnswer(answer, columns, cells);
    }

    /** Returns the numbers of a field by their names; a row made between two others has some, and does not say of which fields. */
    private static Map<String, Object> stats(RollupRow row, String field) {
        if (!isMeasured(row, field)) {
            return Map.of();
        }
        Map<String, Object> stats = new LinkedHashMap<>();
        row.avg(field).ifPresent(value -> stats.put("avg", value));
        row.min(field).ifPresent(value -> stats.put("min", value));
        row.max(field).ifPresent(value -> stats.put("max", value));
        row.sum(field).ifPresent(value -> stats.put("sum", value));
        stats.put("count", row.count(field));
        return stats;
    }
}
