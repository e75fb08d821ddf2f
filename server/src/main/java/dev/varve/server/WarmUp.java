package dev.varve.server;

import dev.varve.server.fleet.view.FleetView;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the state of the fleet in the background, at the start and from time to time while requests come. */
final class WarmUp implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);

    private static final long LOOK_SECONDS = 5;

    /** The longest time that stopping waits; a call to the table may take long. */
    private static final long STOP_MILLIS = 10_000;

    private final FleetView view;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "varve-warm-up");

    private WarmUp(FleetView view) {
        this.view = view;
    }

    static WarmUp start(FleetView view) {
        WarmUp started = new WarmUp(view);
        started.thread.setDaemon(true);
        started.thread.start();
        return started;
    }

    private void run() {
        attempt(view::refresh);
        try {
            while (!closed.await(LOOK_SECONDS, TimeUnit.SECONDS)) {
                attempt(view::refreshAhead);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A failure changes only how long the next request takes, and that request reports what is wrong. */
    private static void attempt(Runnable refresh) {
        try {
            refresh.run();
        } catch (RuntimeException e) {
            LOG.debug("the state of the fleet could not be read ahead", e);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
