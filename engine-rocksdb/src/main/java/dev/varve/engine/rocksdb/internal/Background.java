package dev.varve.engine.rocksdb.internal;

import dev.varve.error.VarveException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs a task at regular intervals on its own daemon thread. */
final class Background implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Background.class.getName());

    private final @Nullable ScheduledExecutorService executor;
    private final String name;
    private volatile boolean closed;
    private String lastFailure = "";

    /** Schedules the task with this delay between runs. Without an interval the task never runs. */
    Background(String name, Runnable work, @Nullable Duration interval) {
        this.name = name;
        if (interval == null) {
            executor = null;
            return;
        }
        executor = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "varve-" + name);
            thread.setDaemon(true);
            return thread;
        });
        // Saturates at Long.MAX_VALUE for very long intervals.
        long nanos = TimeUnit.NANOSECONDS.convert(interval);
        var unused = executor.scheduleWithFixedDelay(() -> run(work), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    private void run(Runnable work) {
        try {
            work.run();
            lastFailure = "";
        } catch (RuntimeException e) {
            // The same failure is logged once, not at every run.
            String failure = e instanceof VarveException known ? known.code() : e.toString();
            if (!closed && !failure.equals(lastFailure)) {
                LOG.log(System.Logger.Level.WARNING, name + " failed and will be retried", e);
            }
            lastFailure = failure;
        }
    }

    /** Starts no further run; a run in progress continues to its end. */
    @Override
    public void close() {
        closed = true;
        if (executor != null) {
            executor.shutdown();
        }
    }
}
