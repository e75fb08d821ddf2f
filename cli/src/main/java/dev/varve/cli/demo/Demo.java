package dev.varve.cli.demo;

import dev.varve.cli.show.Terminal;
import dev.varve.server.ServerDatabase;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A simulated world that writes its present and its history into a database. A server processes the changes. */
final class Demo implements AutoCloseable {

    /** History is checked again at this interval, because a laptop may have slept. */
    private static final long LOOKED_FOR_SECONDS = 15;

    private static final long RETRY_SECONDS = 5;
    private static final long STOP_SECONDS = 30;

    private final ServerDatabase database;
    private final DemoState state;
    private final PrintWriter err;
    private final ExecutorService workers = Executors.newFixedThreadPool(4, task -> daemon(task, "demo-hits"));
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2, task -> daemon(task, "demo"));
    private final Duration days;
    private volatile @Nullable HistoryWriter history;
    private volatile @Nullable HistoryProgress progress;
    private volatile boolean isStopping;

    Demo(ServerDatabase database, DemoState state, Duration days, PrintWriter err) {
        this.database = database;
        this.state = state;
        this.days = days;
        this.err = err;
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Starts to write, in its own threads. */
    void start() {
        threads.execute(() -> {
            if (!guarded("the demo cannot start", this::begin)) {
                var unused = threads.schedule(this::start, RETRY_SECONDS, TimeUnit.SECONDS);
            }
        });
    }

    private void begin() {
        Instant now = database.varve().clock().instant().truncatedTo(ChronoUnit.SECONDS);
        // Created here, so that the start of the server does not wait for it.
        HistoryWriter past = new HistoryWriter(database, state, days, workers);
        history = past;
        past.writeRecent(now);
        LiveWriter present = new LiveWriter(database, state, now);
        var unusedPresent = threads.scheduleWithFixedDelay(
                () -> guarded("live data cannot be written", present::step), 0, 1, TimeUnit.SECONDS);
        HistoryProgress shown = new HistoryProgress(err, Terminal.here(System.getenv()), past.missing());
        progress = shown;
        var unusedPast = threads.scheduleWithFixedDelay(
                () -> guarded("history cannot be written", () -> writeHistory(past, shown)),
                0,
                LOOKED_FOR_SECONDS,
                TimeUnit.SECONDS);
    }

    private void writeHistory(HistoryWriter past, HistoryProgress shown) {
        while (!isStopping && past.writeNext()) {
            shown.missing(past.missing());
        }
        if (!isStopping) {
            shown.done();
        }
    }

    /** A failure is reported and retried; it must not stop the demo. */
    private boolean guarded(String what, Runnable work) {
        try {
            work.run();
            return true;
        } catch (RuntimeException e) {
            if (!isStopping) {
                err.println("varve: %s: %s".formatted(what, e));
                err.flush();
            }
            return isStopping;
        }
    }

    /** Finishes the current piece, which still needs the database. */
    @Override
    public void close() {
        isStopping = true;
        HistoryWriter past = history;
        if (past != null) {
            past.stop();
        }
        threads.shutdown();
        try {
            if (!threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        workers.shutdown();
        if (past != null) {
            past.close();
        }
        HistoryProgress shown = progress;
        if (shown != null) {
            shown.close();
        }
        state.save();
    }
}
