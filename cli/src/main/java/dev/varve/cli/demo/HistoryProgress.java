package dev.varve.cli.demo;

import dev.varve.cli.show.ProgressLine;
import dev.varve.cli.show.Terminal;
import java.io.PrintWriter;
import java.time.Duration;

/** Shows how much of the past is told: a bar in a terminal, a line for each tenth elsewhere. */
final class HistoryProgress implements AutoCloseable {

    private static final int TENTHS = 10;

    private final PrintWriter err;
    private final boolean hasBar;
    private final long total;
    private final ProgressLine bar;
    private long shown;
    private boolean isDone;

    HistoryProgress(PrintWriter err, Terminal terminal, Duration missing) {
        this.err = err;
        this.hasBar = terminal.showsProgress();
        this.total = Math.max(1, missing.toHours());
        this.bar = ProgressLine.begin(terminal, "history", ProgressLine.Unit.HOURS, total);
    }

    /** Shows that so much is missing. */
    void missing(Duration missing) {
        long told = Math.max(0, total - missing.toHours());
        bar.at(told, "newest first");
        if (!hasBar && told * TENTHS / total > shown) {
            shown = told * TENTHS / total;
            tell("history: %s %%".formatted(shown * TENTHS));
        }
    }

    void done() {
        if (!isDone) {
            isDone = true;
            close();
            tell("history is complete");
        }
    }

    private void tell(String line) {
        err.println(line);
        err.flush();
    }

    /** Leaves the terminal to others; may be called again. */
    @Override
    public void close() {
        bar.close();
    }
}
