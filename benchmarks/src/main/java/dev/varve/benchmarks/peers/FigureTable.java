package dev.varve.benchmarks.peers;

import java.io.PrintStream;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** The figures of all databases. */
final class FigureTable {

    private final Map<Kind, Map<Figure, Double>> columns = new EnumMap<>(Kind.class);

    void add(Kind kind, Map<Figure, Double> figures) {
        columns.put(kind, figures);
    }

    Set<Kind> kinds() {
        return columns.keySet();
    }

    OptionalDouble find(Kind kind, Figure figure) {
        Double value = columns.getOrDefault(kind, Map.of()).get(figure);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Prints a row for each figure, with the ratio in parentheses: above 1 this project is better. */
    void print(PrintStream out) {
        out.printf(Locale.ROOT, "%n%-72s", "in parentheses: how many times as good varve is");
        columns.keySet().forEach(kind -> out.printf(Locale.ROOT, " %20s", kind.word()));
        out.println();
        for (Figure figure : Figure.values()) {
            out.printf(Locale.ROOT, "%-72s", figure.label());
            columns.keySet().forEach(kind -> out.printf(Locale.ROOT, " %20s", cell(kind, figure)));
            out.println();
        }
    }

    private String cell(Kind kind, Figure figure) {
        OptionalDouble value = find(kind, figure);
        if (value.isEmpty()) {
            return "\u2013";
        }
        String text = figure.text(value.getAsDouble());
        OptionalDouble own = own(figure);
        return figure.isRated() && !kind.isOwn() && own.isPresent()
                ? text + String.format(Locale.ROOT, " (%.2f)", figure.ratio(own.getAsDouble(), value.getAsDouble()))
                : text;
    }

    /** Returns our value of a figure: in-process, or over HTTP where that is another figure. */
    OptionalDouble own(Figure figure) {
        OptionalDouble value = find(Kind.VARVE, figure);
        return value.isPresent() ? value : find(Kind.VARVE_HTTP, figure);
    }
}
