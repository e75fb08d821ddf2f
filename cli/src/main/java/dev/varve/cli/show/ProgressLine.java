package dev.varve.cli.show;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A progress bar on standard error; it shows nothing if that is not a terminal. */
public final class ProgressLine implements AutoCloseable {

    private static final int UPDATE_MILLIS = 200;

    private final @Nullable ProgressBar bar;

    private ProgressLine(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    public static ProgressLine none() {
        return new ProgressLine(null);
    }

    /**
     * Starts a bar.
     *
     * @param unit what is counted
     * @param most the total, or -1 if it is unknown
     */
    public static ProgressLine begin(Terminal terminal, String task, Unit unit, long most) {
        if (!terminal.showsProgress()) {
            return none();
        }
        return new ProgressLine(new ProgressBarBuilder()
                .setTaskName(task)
                .setUnit(unit.text, unit.size)
                .setInitialMax(most)
                .setStyle(
                        terminal.errors() == Paint.COLOURED
                                ? ProgressBarStyle.COLORFUL_UNICODE_BAR
                                : ProgressBarStyle.UNICODE_BLOCK)
                .setUpdateIntervalMillis(UPDATE_MILLIS)
                .setMaxRenderedLength(Math.min(terminal.width(), 110))
                .setConsumer(new ConsoleProgressBarConsumer(
                        new PrintStream(System.err, true, java.nio.charset.StandardCharsets.UTF_8)))
                .clearDisplayOnFinish()
                .build());
    }

    /** What is counted. */
    public enum Unit {
        MEGABYTES(" MB", 1024 * 1024),
        DEVICES(" devices", 1),
        READINGS(" readings", 1),
        HOURS(" hours", 1);

        private final String text;
        private final long size;

        Unit(String text, long size) {
            this.text = text;
            this.size = size;
        }
    }

    public void at(long done, String message) {
        if (bar != null) {
            bar.stepTo(done);
            bar.setExtraMessage(" " + message);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
