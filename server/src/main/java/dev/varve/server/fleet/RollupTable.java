package dev.varve.server.fleet;

import dev.varve.key.Grain;
import dev.varve.rollup.RollupRow;
import dev.varve.server.api.fleet.RollupRows;
import dev.varve.server.http.answer.TabularAnswer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Rollup rows as JSON and as CSV. */
final class RollupTable {

    /** The component of readings that holds their numbers. */
    static final String NUMBERS = "fields";

    private static final List<String> STATS = List.of("avg", "min", "max", "sum", "count");

    private RollupTable() {}

    /** Returns whether a row has statistics of a field; its average may be too large to be stored. */
    static boolean isMeasured(RollupRow row, String field) {
        return row.count(field) > 0 || row.avg(field).isPresent();
    }

    static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }

    /** Returns one statistic of each row, null if the row lacks it. */
    static <T> List<@Nullable Double> values(List<T> rows, Function<T, @Nullable Double> value) {
        List<@Nullable Double> values = new ArrayList<>();
        rows.forEach(row -> values.add(value.apply(row)));
        return values;
    }

    /**
     * A row with the series that it is of.
     *
     * @param series the id of the series; null if it is the device's own, or if the row is of a location or the fleet
     */
    record OfSeries(RollupRow row, @Nullable String series) {}

    /** Returns rows as JSON, and as CSV with columns such as {@code temperature.avg}. */
    static TabularAnswer of(Grain tier, List<OfSeries> rows) {
        TreeSet<String> fields = new TreeSet<>();
        rows.forEach(each -> fields.addAll(each.row().entries(NUMBERS)));
        List<RollupRows.Row> shown =
                rows.stream().map(each -> json(each, fields)).toList();
        return new TabularAnswer(
                new RollupRows(RollupRows.Tier.valueOf(tier.word().toUpperCase(Locale.ROOT)), shown),
                () -> csv(shown, fields));
    }

    private static TabularAnswer.Rows csv(List<RollupRows.Row> rows, Iterable<String> fields) {
        List<String> columns = new ArrayList<>(List.of("start", "end", "stored", "count"));
        if (rows.stream().map(RollupRows.Row::series).distinct().count() > 1) {
            columns.add(1, "series");
        }
        fields.forEach(field -> STATS.forEach(stat -> columns.add(field + '.' + stat)));
        return new TabularAnswer.Rows(
                columns, rows.stream().<Map<String, ?>>map(RollupTable::cells).toList());
    }

    /** An interpolated row has statistics but does not list its fields. */
    private static RollupRows.Row json(OfSeries each, Iterable<String> fields) {
        RollupRow row = each.row();
        Map<String, RollupRows.FieldStatistics> statistics = new TreeMap<>();
        for (String field : fields) {
            if (isMeasured(row, field)) {
                statistics.put(
                        field,
                        new RollupRows.FieldStatistics(
                                orNull(row.avg(field)),
                                orNull(row.min(field)),
                                orNull(row.max(field)),
                                orNull(row.sum(field)),
                                row.count(field)));
            }
        }
        return new RollupRows.Row(
                row.start(), row.end(), row.kind() == RollupRow.Kind.STORED, row.count(), statistics, each.series());
    }

    private static Map<String, Object> cells(RollupRows.Row row) {
        Map<String, Object> cells = new LinkedHashMap<>();
        cells.put("start", row.start());
        if (row.series() != null) {
            cells.put("series", row.series());
        }
        cells.put("end", row.end());
        cells.put("stored", row.stored());
        cells.put("count", row.count());
        row.fields().forEach((field, statistics) -> {
            put(cells, field + ".avg", statistics.avg());
            put(cells, field + ".min", statistics.min());
            put(cells, field + ".max", statistics.max());
            put(cells, field + ".sum", statistics.sum());
            cells.put(field + ".count", statistics.count());
        });
        return cells;
    }

    private static void put(Map<String, Object> cells, String column, @Nullable Double value) {
        if (value != null) {
            cells.put(column, value);
        }
    }
}
