package dev.varve.server.ops;

import dev.varve.Varve;
import dev.varve.engine.DiskSpace;
import dev.varve.error.VarveException;
import dev.varve.feed.ConsumerStatus;
import dev.varve.internal.AsyncLoop;
import dev.varve.table.Query;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks whether a database answers, takes writes and processes its changes. The check needs no token, so a reason holds
 * only error codes and the disk's refusal, which names no path. Messages of tables may name accounts; they are only logged.
 */
final class Readiness {

    /** Records when a reason appears and when it is gone, not each check. */
    interface Journal {

        void began(String reason, @Nullable Throwable error);

        void ended(String reason);
    }

    /** Writes to the log of the server. */
    static final Journal LOG = new Journal() {

        private final Logger log = LoggerFactory.getLogger(Readiness.class);

        @Override
        public void began(String reason, @Nullable Throwable error) {
            // The error comes last without a placeholder, so the logger prints its stack trace.
            log.warn("not ready: {}", reason, error);
        }

        @Override
        public void ended(String reason) {
            log.info("no longer the case: {}", reason);
        }
    };

    /** A load balancer checks every few seconds and waits about as long. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** A single failure may be over at the next attempt; the pauses in between grow. */
    private static final int MOST_FAILURES = 5;

    /**
     * A reason why the database is not ready.
     *
     * @param what identifies the reason while it lasts
     * @param text the reason as it is shown; may contain a count
     */
    private record Reason(
            String what, String text, @Nullable Throwable error) {}

    private final Varve db;
    private final Supplier<Optional<DiskSpace>> disk;
    private final Journal journal;
    private final Map<String, String> noted = new LinkedHashMap<>();
    private @Nullable CompletableFuture<List<String>> look;

    Readiness(Varve db, Supplier<Optional<DiskSpace>> disk, Journal journal) {
        this.db = db;
        this.disk = disk;
        this.journal = journal;
    }

    /** Returns the reasons; empty if the database is ready. */
    List<String> reasons() {
        List<String> reasons = new ArrayList<>();
        // The engine has logged it.
        disk.get().map(DiskSpace::refusal).ifPresent(reasons::add);
        reasons.addAll(others());
        return reasons;
    }

    private List<String> others() {
        try {
            return look().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return List.of("the table has not answered for %s".formatted(PATIENCE));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of("the server is stopping");
        } catch (ExecutionException e) {
            throw new IllegalStateException("the readiness check failed", e);
        }
    }

    /** Returns the running check, or starts one: a table that hangs occupies only one thread. */
    private synchronized CompletableFuture<List<String>> look() {
        if (look != null && !look.isDone()) {
            return look;
        }
        CompletableFuture<List<String>> begun = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        List<Reason> reasons = found();
                        note(reasons);
                        begun.complete(reasons.stream().map(Reason::text).toList());
                    } catch (RuntimeException | Error e) {
                        begun.completeExceptionally(e);
                    }
                },
                "varve-ready");
        thread.setDaemon(true);
        thread.start();
        look = begun;
        return begun;
    }

    private synchronized void note(List<Reason> reasons) {
        noted.entrySet().removeIf(known -> {
            boolean isOver = reasons.stream().noneMatch(reason -> reason.what.equals(known.getKey()));
            if (isOver) {
                journal.ended(known.getValue());
            }
            return isOver;
        });
        for (Reason reason : reasons) {
            if (noted.putIfAbsent(reason.what, reason.text) == null) {
                journal.began(reason.text, reason.error);
            }
        }
    }

    private List<Reason> found() {
        List<Reason> reasons = new ArrayList<>();
        db.schema().tables().forEach(table -> {
            try {
                db.table(table.name()).query(Query.of("SCHEMA").limit(1));
            } catch (RuntimeException e) {
                reasons.add(reason("table %s does not answer".formatted(table.name()), "", e));
            }
        });
        try {
            processing(reasons);
        } catch (RuntimeException e) {
            reasons.add(reason("the state of processing cannot be read", "", e));
        }
        return reasons;
    }

    private void processing(List<Reason> reasons) {
        Map<String, ConsumerStatus> status = db.processing().status();
        if (status.isEmpty()) {
            reasons.add(new Reason("processing", "processing has not begun", null));
        }
        status.forEach((table, consumer) -> {
            if (consumer.failures() >= MOST_FAILURES) {
                reasons.add(reason(
                        "processing of table %s failed".formatted(table),
                        " %s times in a row".formatted(consumer.failures()),
                        consumer.lastError()));
            }
        });
    }

    private static Reason reason(String what, String count, @Nullable Throwable error) {
        Throwable known = error == null ? null : AsyncLoop.failure(error);
        String why = known instanceof VarveException varve ? ": " + varve.code() : "; the log says why";
        return new Reason(what + why, what + count + why, known);
    }
}
