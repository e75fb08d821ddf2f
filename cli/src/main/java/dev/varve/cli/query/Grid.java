package dev.varve.cli.query;

import dev.varve.cli.show.HumanText;
import dev.varve.cli.show.Paint;
import dev.varve.cli.show.TextTable;
import dev.varve.cli.transfer.Cells;
import dev.varve.server.http.answer.Csv;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of texts and numbers, shown as a table or as CSV. */
final class Grid {

    private final List<String> columns;
    private final List<Map<String, ?>> rows = new ArrayList<>();

    Grid(List<String> columns) {
        this.columns = List.copyOf(columns);
    }

    void add(Map<String, ?> row) {
        rows.add(row);
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Returns a table; computed numbers are rounded. */
    String table(Paint paint) {
        TextTable table = new TextTable(paint);
        for (String column : columns) {
            if (rows.stream().anyMatch(row -> row.get(column) instanceof Number)) {
                table.number(column);
            } else {
                table.text(column);
            }
        }
        for (Map<String, ?> row : rows) {
            table.row();
            for (String column : columns) {
                table.cell(shown(row.get(column), column.contains(".")));
            }
        }
        return table.toString();
    }

    private static String shown(@Nullable Object cell, boolean isComputed) {
        if (cell instanceof Double number) {
            return isComputed ? HumanText.rounded(number) : HumanText.exact(number);
        }
        return cell == null ? "" : cell.toString();
    }

    String csv() {
        var csv = new StringBuilder(
                String.join(",", Csv.header(columns).stream().map(Cells::quoted).toList()));
        for (Map<String, ?> row : rows) {
            csv.append('\n');
            String separator = "";
            for (String column : columns) {
                Object cell = row.get(column);
                csv.append(separator).append(Cells.quoted(Csv.cell(cell)));
                separator = ",";
            }
        }
        return csv.toString();
    }
}
