package dev.varve.benchmarks.peers;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The goals of this project. */
final class Goals {

    private static final double STRETCH = 1.3;
    private static final double ROWS_A_SECOND = 1_000_000;
    private static final double HOUR_MILLIS = 0.05;
    private static final double BYTES = 2.0;
    private static final List<Kind> HTTP_RIVALS = List.of(Kind.VICTORIA, Kind.QUESTDB);
    private static final List<Figure> FIRST = List.of(
            Figure.HOUR, Figure.LATEST, Figure.HOURLY_BY_DEVICE, Figure.HOURLY_OF_FLEET, Figure.DAILY, Figure.BYTES);

    private final FigureTable table;
    private final PrintStream out;
    private boolean isMet = true;

    private Goals(FigureTable table, PrintStream out) {
        this.table = table;
        this.out = out;
    }

    /** Prints which goals are met, as far as they were measured; returns whether all of these are. */
    static boolean print(FigureTable table, PrintStream out) {
        Goals goals = new Goals(table, out);
        out.println();
        goals.checkIngest();
        FIRST.forEach(goals::checkFirst);
        goals.checkLimit(Figure.HOUR, HOUR_MILLIS);
        goals.checkLimit(Figure.BYTES, BYTES);
        return goals.isMet;
    }

    private void checkIngest() {
        double rival = HTTP_RIVALS.stream()
                .flatMapToDouble(kind -> table.find(kind, Figure.HTTP_INGEST).stream())
                .max()
                .orElse(Double.NaN);
        table.find(Kind.VARVE_HTTP, Figure.HTTP_INGEST).ifPresent(own -> {
            if (!Double.isNaN(rival)) {
                report(
                        "ingest over HTTP: %.2f of the faster of victoria and questdb, goal 1.0, stretch %s"
                                .formatted(own / rival, STRETCH),
                        own >= rival);
            }
        });
        OptionalDouble duck = table.find(Kind.DUCKDB, Figure.LIBRARY_INGEST);
        table.find(Kind.VARVE, Figure.LIBRARY_INGEST)
                .ifPresent(own -> report(
                        String.format(
                                Locale.ROOT,
                                "ingest in-process: %,.0f rows/s, goal %,.0f or 1.0 of duckdb (%.2f)",
                                own,
                                ROWS_A_SECOND,
                                own / duck.orElse(Double.NaN)),
                        own >= ROWS_A_SECOND || own >= duck.orElse(Double.POSITIVE_INFINITY)));
    }

    /** Databases with fewer rows do not count. */
    private void checkFirst(Figure figure) {
        double best = table.kinds().stream()
                .filter(kind -> !kind.isOwn() && kind != Kind.DYNAMODB)
                .flatMapToDouble(kind -> table.find(kind, figure).stream())
                .min()
                .orElse(Double.NaN);
        table.find(Kind.VARVE, figure).ifPresent(own -> {
            if (!Double.isNaN(best)) {
                report(
                        String.format(
                                Locale.ROOT,
                                "%s: %s, the best peer %s",
                                figure.label(),
                                figure.text(own),
                                figure.text(best)),
                        own <= best);
            }
        });
    }

    private void checkLimit(Figure figure, double limit) {
        table.find(Kind.VARVE, figure)
                .ifPresent(own ->
                        report("%s: %s, goal %s".formatted(figure.label(), figure.text(own), limit), own <= limit));
    }

    private void report(String text, boolean isReached) {
        isMet &= isReached;
        out.println((isReached ? "met     " : "missed  ") + text);
    }
}
