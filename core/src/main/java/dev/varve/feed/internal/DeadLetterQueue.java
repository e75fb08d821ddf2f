package dev.varve.feed.internal;

import dev.varve.error.Rejected;
import dev.varve.feed.Change;
import dev.varve.feed.DeadLetter;
import dev.varve.feed.FeedPosition;
import dev.varve.internal.AsyncLoop;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.table.Key;
import dev.varve.table.Page;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The changes a consumer has parked: knows which items wait, and keeps the changes in the state table. */
public final class DeadLetterQueue {

    private static final int PAGE = 100;
    private static final String BEHIND = "an earlier change of this item is parked";

    private final ConsumerStateStore table;
    private final Lease tenure;
    private final InstantSource clock;
    private final BiConsumer<DeadLetter, Throwable> onParked;
    private final int most;
    private final Map<Key, Set<FeedPosition>> waiting = new HashMap<>();
    private int count;
    private long newest;
    private volatile @Nullable Throwable lastError;

    public DeadLetterQueue(
            ConsumerStateStore table,
            Lease tenure,
            InstantSource clock,
            BiConsumer<DeadLetter, Throwable> onParked,
            int most) {
        this.table = table;
        this.tenure = tenure;
        this.clock = clock;
        this.onParked = onParked;
        this.most = most;
    }

    public int count() {
        return count;
    }

    /** Returns the error that parked a change last; null where no change is parked. */
    @Nullable
    public Throwable lastError() {
        return lastError;
    }

    /** Learns what is parked. */
    public CompletableFuture<Void> load() {
        waiting.clear();
        count = 0;
        newest = 0;
        lastError = null;
        return AsyncLoop.whileTrue(() -> table.parked(newest, PAGE).thenApply(this::learn));
    }

    private boolean learn(Page page) {
        for (Item item : page.items()) {
            Map<String, Value> parts = table.parts(item);
            add(table.number(item), DeadLetterItem.key(parts), DeadLetterItem.position(parts));
            String error = ConsumerState.text(parts, DeadLetterItem.ERROR);
            if (!error.equals(BEHIND)) {
                lastError = new Rejected(
                        "feed.parked", "a change of %s is parked: %s".formatted(DeadLetterItem.key(parts), error));
            }
        }
        return !page.isLast();
    }

    private void add(long number, Key key, FeedPosition position) {
        waiting.computeIfAbsent(key, any -> new HashSet<>()).add(position);
        newest = number;
        count++;
    }

    boolean isWaiting(Key key) {
        return waiting.containsKey(key);
    }

    boolean contains(Change change) {
        return waiting.getOrDefault(change.key(), Set.of()).contains(change.position());
    }

    /** Parks a change because of an error, or behind a parked change of its item where there is none. */
    CompletableFuture<Void> park(Change change, @Nullable Throwable cause, int tries) {
        String error = cause == null ? BEHIND : FailureClassifier.text(cause);
        if (count >= most) {
            return CompletableFuture.failedFuture(new Rejected(
                    "feed.parked-full",
                    "%s changes are parked, the most there may be (maxParked): retry or drop them; the next would be %s, because of %s"
                            .formatted(count, change.key(), error)));
        }
        DeadLetter parked = new DeadLetter(newest + 1, change, true, error, clock.instant(), tries);
        return put(parked).thenAccept(done -> {
            add(parked.number(), change.key(), change.position());
            if (cause != null) {
                lastError = cause;
                onParked.accept(parked, cause);
            }
        });
    }

    private CompletableFuture<Void> put(DeadLetter parked) {
        ConsumerState state = tenure.state().parked(count + 1);
        return tenure.park(parked, state)
                // Too large or too deep with two images and more around them.
                .exceptionallyCompose(error -> AsyncLoop.failure(error) instanceof Rejected
                        ? tenure.park(withoutImages(parked), state)
                        : CompletableFuture.failedFuture(error));
    }

    private static DeadLetter withoutImages(DeadLetter parked) {
        Change change = parked.change();
        Change bare = new Change(change.position(), change.at(), change.key(), null, null, change.cause());
        return new DeadLetter(parked.number(), bare, false, parked.error(), parked.parkedAt(), parked.tries());
    }

    /** Notes another try of a change that stays parked. */
    CompletableFuture<Void> keep(DeadLetter parked, Throwable cause) {
        DeadLetter again = new DeadLetter(
                parked.number(),
                parked.change(),
                parked.complete(),
                FailureClassifier.text(cause),
                parked.parkedAt(),
                parked.tries() + 1);
        return tenure.park(again, tenure.state()).thenAccept(done -> lastError = cause);
    }

    public CompletableFuture<Void> remove(DeadLetter parked) {
        return tenure.unpark(parked.number(), tenure.state().parked(count - 1)).thenAccept(done -> {
            Key key = parked.change().key();
            Set<FeedPosition> positions = waiting.getOrDefault(key, new HashSet<>());
            positions.remove(parked.change().position());
            if (positions.isEmpty()) {
                waiting.remove(key);
            }
            count--;
            if (count == 0) {
                lastError = null;
            }
        });
    }
}
