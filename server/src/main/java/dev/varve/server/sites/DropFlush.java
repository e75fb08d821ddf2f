package dev.varve.server.sites;

import dev.varve.analytics.AnalyticsStore;
import dev.varve.error.VarveException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores the counts of dropped hits every few seconds, so that a killed server loses no more than those since then. */
public final class DropFlush implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DropFlush.class);

    private static final long SECONDS = 10;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "varve-drops");
        thread.setDaemon(true);
        return thread;
    });

    private DropFlush() {}

    public static DropFlush start(AnalyticsStore store) {
        DropFlush started = new DropFlush();
        var unused =
                started.timer.scheduleWithFixedDelay(() -> flush(store::flush), SECONDS, SECONDS, TimeUnit.SECONDS);
        return started;
    }

    /** Never throws: the timer would end silently. */
    static void flush(Runnable storing) {
        try {
            storing.run();
        } catch (VarveException e) {
            // Unless the outcome is unknown, they stay in memory for the next time.
            LOG.debug("the counts of dropped hits were not stored", e);
        } catch (RuntimeException e) {
            LOG.warn("the counts of dropped hits were not stored", e);
        }
    }

    /** Stops the timer and waits for a running write; closing the store stores the rest. */
    @Override
    public void close() {
        timer.shutdown();
        try {
            if (!timer.awaitTermination(SECONDS, TimeUnit.SECONDS)) {
                timer.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
