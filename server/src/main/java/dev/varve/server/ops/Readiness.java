package dev.varve.server.ops;

import dev.varve.Varve;
import dev.varve.core.VarveException;
import dev.varve.core.feed.ConsumerStatus;
import dev.varve.core.table.Query;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a database answers, and whether what is made of its changes goes on. Everybody may ask: what a table said, which
 * may hold names of accounts, is logged and not told.
 */
final class Readiness {

    private static final Logger LOG = LoggerFactory.getLogger(Readiness.class);

    /** A load balancer asks every few seconds and waits about as long. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** One failure may be got over by the next try; the pauses in between grow. */
    private static final int MOST_FAILURES = 5;

    private final Varve db;
    private @Nullable CompletableFuture<List<String>> look;

    Readiness(Varve db) {
        this.db = db;
    }

    /** Returns what is wrong; nothing where the database is ready. */
    List<String> reasons() {
        try {
            return look().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return List.of("the table has not answered for %s".formatted(PATIENCE));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of("the server is stopping");
        } catch (ExecutionException e) {
            LOG.warn("the table cannot be asked", e.getCause());
            return List.of("the table cannot be asked; the log says why");
        }
    }

    /** Whoever asks while the last look goes on waits for that one, so that a table that hangs holds one thread. */
    private synchronized CompletableFuture<List<String>> look() {
        if (look != null && !look.isDone()) {
            return look;
        }
        CompletableFuture<List<String>> begun = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        begun.complete(found());
                    } catch (RuntimeException e) {
                        begun.completeExceptionally(e);
                    }
                },
                "varve-ready");
        thread.setDaemon(true);
        thread.start();
        look = begun;
        return begun;
    }

    private List<String> found() {
        List<String> reasons = new ArrayList<>();
        db.schema().tables().forEach(table -> {
            try {
                db.table(table.name()).query(Query.of("SCHEMA").limit(1));
            } catch (VarveException e) {
                LOG.warn("table {} does not answer: {}", table.name(), e.getMessage());
                reasons.add("table %s does not answer: %s".formatted(table.name(), e.code()));
            }
        });
        Map<String, ConsumerStatus> status = db.processing().status();
        if (status.isEmpty()) {
            reasons.add("processing has not begun");
        }
        status.forEach((table, consumer) -> {
            if (consumer.failures() >= MOST_FAILURES) {
                // The error comes last and has no place in the text: a logger takes it for the stack trace.
                LOG.warn("processing of table {} fails", table, consumer.lastError());
                reasons.add("processing of table %s failed %s times in a row; the log says why"
                        .formatted(table, consumer.failures()));
            }
        });
        return reasons;
    }
}
