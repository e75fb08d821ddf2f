package dev.varve.engine.rocksdb.internal;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Does some work again and again on a thread of its own that does not keep the program alive. */
final class Background implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Background.class.getName());

    private final @Nullable ScheduledExecutorService executor;
    private volatile boolean closed;

    /** Begins the work, each run an interval after the last one; with no interval there is none. */
    Background(Runnable work, @Nullable Duration interval) {
        if (interval == null) {
            executor = null;
            return;
        }
        executor = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "varve-sweep");
            thread.setDaemon(true);
            return thread;
        });
        var unused = executor.scheduleWithFixedDelay(
                () -> run(work), interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void run(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            if (!closed) {
                LOG.log(System.Logger.Level.WARNING, "sweep failed and will be tried again", e);
            }
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
