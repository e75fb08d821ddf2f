package dev.varve.benchmarks.peers;

import java.util.ArrayList;
import java.util.List;

/** Reads CSV without quotes: a line of names, then lines of values. */
final class CsvAnswer {

    private final List<String> names;
    private final List<String[]> rows = new ArrayList<>();

    CsvAnswer(String text) {
        String[] lines = text.split("\r?\n", -1);
        names = List.of(lines[0].split(",", -1));
        for (int i = 1; i < lines.length; i++) {
            if (!lines[i].isEmpty()) {
                rows.add(lines[i].split(",", -1));
            }
        }
    }

    List<String[]> rows() {
        return rows;
    }

    /** Returns the position of a column. */
    int column(String name) {
        int position = names.indexOf(name);
        if (position < 0) {
            throw new IllegalStateException("there is no column %s among %s".formatted(name, names));
        }
        return position;
    }

    /** Returns the positions of the columns of the fields, whose names end as given. */
    int[] columns(String end) {
        int[] columns = new int[Field.COUNT];
        for (int i = 0; i < Field.COUNT; i++) {
            columns[i] = column(Field.at(i).text() + end);
        }
        return columns;
    }

    static double[] values(String[] row, int... columns) {
        double[] values = new double[columns.length];
        for (int i = 0; i < columns.length; i++) {
            values[i] = Double.parseDouble(row[columns[i]]);
        }
        return values;
    }
}
