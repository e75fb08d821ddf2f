package dev.varve.benchmarks.peers;

import java.util.Locale;

/** A measured figure: a row of the table. */
enum Figure {
    ROWS("rows", "%,.0f", Better.NEITHER),
    HTTP_INGEST("ingest over HTTP, rows/s [>= 1.0 of victoria and questdb, stretch 1.3]", "%,.0f", Better.MORE),
    LIBRARY_INGEST("ingest in-process, rows/s [>= 1 M or >= 1.0 of duckdb]", "%,.0f", Better.MORE),
    PROCESSOR("processor time of ingest, \u00b5s/row", "%.2f", Better.LESS),
    HOUR("one hour of one device, ms [<= 0.05, first]", "%.3f", Better.LESS),
    LATEST("last value of all devices, ms [first]", "%.2f", Better.LESS),
    HOURLY_BY_DEVICE("hourly average of a day, each device, ms [first]", "%.2f", Better.LESS),
    HOURLY_OF_FLEET("hourly average of a day, fleet, ms [first]", "%.3f", Better.LESS),
    DAILY("30 days of daily values of one device, ms [first]", "%.3f", Better.LESS),
    BYTES("bytes per row at rest [<= 2.0, first]", "%.2f", Better.LESS);

    private enum Better {
        MORE,
        LESS,
        NEITHER
    }

    private final String label;
    private final String format;
    private final Better better;

    Figure(String label, String format, Better better) {
        this.label = label;
        this.format = format;
        this.better = better;
    }

    String label() {
        return label;
    }

    String text(double value) {
        return String.format(Locale.ROOT, format, value);
    }

    boolean isRated() {
        return better != Better.NEITHER;
    }

    /** Returns how many times as good one value is as another. */
    double ratio(double value, double other) {
        return better == Better.MORE ? value / other : other / value;
    }

    /** Returns the figure of a kind of question. */
    static Figure of(Questions.Kind kind) {
        return valueOf(kind.name());
    }
}
