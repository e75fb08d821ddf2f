package dev.varve.cli.demo;

import dev.varve.cli.show.ProgressLine;
import dev.varve.cli.show.Terminal;
import java.io.PrintWriter;
import java.time.Duration;

/** Shows how much history is written: a bar in a terminal, otherwise a line for each tenth. */
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

    /** Shows how much is missing. */
    void missing(Duration missing) {
        long written = Math.max(0, total - missing.toHours());
        bar.at(written, "newest first");
        if (!hasBar && written * TENTHS / total > shown) {
            shown = written * TENTHS / total;
            print("history: %s %%".formatted(shown * TENTHS));
        }
    }

    void done() {
        if (!isDone) {
            isDone = true;
            close();
            print("history is complete");
        }
    }

    private void print(String line) {
        err.println(line);
        err.flush();
    }

    /** Releases the terminal; may be called again. */
    @Override
    public void close() {
        bar.close();
    }
}
