package dev.varve.engine.rocksdb.internal;

import dev.varve.error.VarveException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Does some work again and again on a thread of its own that does not keep the program alive. */
final class Background implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Background.class.getName());

    private final @Nullable ScheduledExecutorService executor;
    private final String name;
    private volatile boolean closed;
    private String lastFailure = "";

    /** Begins the work, each run an interval after the last one; with no interval there is none. */
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
        // Long.MAX_VALUE for an interval of centuries.
        long nanos = TimeUnit.NANOSECONDS.convert(interval);
        var unused = executor.scheduleWithFixedDelay(() -> run(work), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    private void run(Runnable work) {
        try {
            work.run();
            lastFailure = "";
        } catch (RuntimeException e) {
            // Logged once, not at every run.
            String failure = e instanceof VarveException known ? known.code() : e.toString();
            if (!closed && !failure.equals(lastFailure)) {
                LOG.log(System.Logger.Level.WARNING, name + " failed and is tried again", e);
            }
            lastFailure = failure;
        }
    }

    /** Begins no further run; one in progress ends by itself. */
    @Override
    public void close() {
        closed = true;
        if (executor != null) {
            executor.shutdown();
        }
    }
}
