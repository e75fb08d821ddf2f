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

/** The dead letters of a consumer. They are stored in the state table; the keys of their items are kept in memory. */
public final class DeadLetterQueue {

    private static final int PAGE = 100;
    // Stored with dead letters and compared with them, so the text never changes.
    private static final String BEHIND = "an earlier change of this item is a dead letter";

    private final ConsumerStateStore table;
    private final Lease lease;
    private final InstantSource clock;
    private final BiConsumer<DeadLetter, Throwable> onDeadLetter;
    private final int most;
    private final Map<Key, Set<FeedPosition>> waiting = new HashMap<>();
    private int count;
    private long newest;
    private volatile @Nullable Throwable lastError;

    public DeadLetterQueue(
            ConsumerStateStore table,
            Lease lease,
            InstantSource clock,
            BiConsumer<DeadLetter, Throwable> onDeadLetter,
            int most) {
        this.table = table;
        this.lease = lease;
        this.clock = clock;
        this.onDeadLetter = onDeadLetter;
        this.most = most;
    }

    public int count() {
        return count;
    }

    /** Returns the error of the newest dead letter; null if there are none. */
    @Nullable
    public Throwable lastError() {
        return lastError;
    }

    /** Loads the keys and positions of the dead letters. */
    public CompletableFuture<Void> load() {
        waiting.clear();
        count = 0;
        newest = 0;
        lastError = null;
        return AsyncLoop.whileTrue(() -> table.deadLetters(newest, PAGE).thenApply(this::note));
    }

    private boolean note(Page page) {
        for (Item item : page.items()) {
            Map<String, Value> parts = table.parts(item);
            add(table.number(item), DeadLetterItem.key(parts), DeadLetterItem.position(parts));
            String error = ConsumerState.text(parts, DeadLetterItem.ERROR);
            if (!error.equals(BEHIND)) {
                lastError = new Rejected(
                        "feed.parked",
                        "a change of %s is a dead letter: %s".formatted(DeadLetterItem.key(parts), error));
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

    /** Sets a change aside because of an error, or, without an error, behind a dead letter of its item. */
    CompletableFuture<Void> setAside(Change change, @Nullable Throwable cause, int tries) {
        String error = cause == null ? BEHIND : FailureClassifier.text(cause);
        if (count >= most) {
            return CompletableFuture.failedFuture(new Rejected(
                    "feed.deadLetter-full",
                    "there are %s dead letters, the largest number allowed (maxDeadLetters): retry or drop them; the next would be a change of %s, because of %s"
                            .formatted(count, change.key(), error)));
        }
        DeadLetter deadLetter = new DeadLetter(newest + 1, change, true, error, clock.instant(), tries);
        return put(deadLetter).thenAccept(done -> {
            add(deadLetter.number(), change.key(), change.position());
            if (cause != null) {
                lastError = cause;
                onDeadLetter.accept(deadLetter, cause);
            }
        });
    }

    private CompletableFuture<Void> put(DeadLetter deadLetter) {
        ConsumerState state = lease.state().withDeadLetters(count + 1);
        return lease.putDeadLetter(deadLetter, state)
                // With both images the dead letter may exceed the limits of size and nesting of an item.
                .exceptionallyCompose(error -> AsyncLoop.failure(error) instanceof Rejected
                        ? lease.putDeadLetter(withoutImages(deadLetter), state)
                        : CompletableFuture.failedFuture(error));
    }

    private static DeadLetter withoutImages(DeadLetter deadLetter) {
        Change change = deadLetter.change();
        Change bare = new Change(change.position(), change.at(), change.key(), null, null, change.cause());
        return new DeadLetter(
                deadLetter.number(), bare, false, deadLetter.error(), deadLetter.setAsideAt(), deadLetter.tries());
    }

    /** Records another failed delivery of a dead letter. */
    CompletableFuture<Void> keep(DeadLetter deadLetter, Throwable cause) {
        DeadLetter again = new DeadLetter(
                deadLetter.number(),
                deadLetter.change(),
                deadLetter.complete(),
                FailureClassifier.text(cause),
                deadLetter.setAsideAt(),
                deadLetter.tries() + 1);
        return lease.putDeadLetter(again, lease.state()).thenAccept(done -> lastError = cause);
    }

    public CompletableFuture<Void> remove(DeadLetter deadLetter) {
        return lease.removeDeadLetter(deadLetter.number(), lease.state().withDeadLetters(count - 1))
                .thenAccept(done -> {
                    Key key = deadLetter.change().key();
                    Set<FeedPosition> positions = waiting.getOrDefault(key, new HashSet<>());
                    positions.remove(deadLetter.change().position());
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
