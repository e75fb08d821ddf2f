package dev.varve.examples;

import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.ChangeHandler;
import dev.varve.feed.FeedConsumer;
import dev.varve.feed.FeedRunner;
import dev.varve.item.Item;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Table;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** A second table that is kept in sync by the change feed of a first one. */
public final class FollowingChanges {

    private FollowingChanges() {}

    // guide: handler
    /** Copies the newest image of each item; copying it again does no harm. */
    record Copy(Table target) implements ChangeHandler {

        @Override
        public CompletableFuture<Void> handle(List<Change> changes) {
            CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
            for (Change change : changes) {
                Item after = change.after();
                if (after != null) {
                    done = done.thenCompose(before -> target.put(Put.of(after))).thenAccept(written -> {});
                }
            }
            return done;
        }
    }
    // guide: end

    static FeedConsumer consumer(ChangeFeed changes, Table state, Table target, InstantSource clock, Executor threads) {
        // guide: consumer
        FeedConsumer copy = FeedConsumer.named("copy")
                .reading(changes)
                .keeping(state)
                .clock(clock)
                .owner("gateway-7") // different in each process
                .linger(Duration.ofMillis(100))
                .executor(threads) // where the handler is called; it may block there
                .handler(new Copy(target))
                .build();
        // guide: end
        return copy;
    }

    static List<String> run(ChangeFeed changes, Table source, Table target, InstantSource clock) {
        List<String> lines = new ArrayList<>();
        ExecutorService threads = Executors.newCachedThreadPool();
        FeedConsumer copy = consumer(changes, source, target, clock, threads);
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        try {
            source.blocking().put(Item.of("pk", "DEVICE#1", "sk", "STATE", "level", 3));
            // guide: runner
            try (FeedRunner runner = FeedRunner.of(copy, threads, timer).start()) {
                source.blocking().put(Item.of("pk", "DEVICE#1", "sk", "STATE", "level", 4));
                runner.wake(); // or wait for its next poll
                runner.catchUp(Duration.ofSeconds(10)).join();
                lines.add("handled: " + copy.status().handled());
            }
            // guide: end
            lines.add("copied: "
                    + target.blocking().get(Key.of("DEVICE#1", "STATE")).orElseThrow());
        } finally {
            threads.shutdown();
            timer.shutdown();
        }
        return lines;
    }
}
