package dev.varve.feed.internal;

import dev.varve.feed.Change;
import dev.varve.feed.FeedPosition;
import dev.varve.internal.AsyncLoop;
import dev.varve.table.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The changes of one checkpoint, until each is handled or a dead letter. */
public final class Delivery {

    /** The result of one round: the number of changes it handled, and the error that delays the next round, if any. */
    public record Round(int handled, @Nullable Throwable error) {}

    private record Outcome(BatchBisection lane, Optional<Throwable> error) {}

    /** Whether handlers may postpone work until they are flushed. */
    public enum Mode {
        AT_ONCE,
        COLLECT
    }

    /** A change to set aside: with its handler's error, or without one if it waits behind a dead letter. */
    private record SetAside(
            BatchBisection lane, Change change, @Nullable Throwable error) {}

    private final HandlerCalls handler;
    private final Mode mode;
    private final DeadLetterQueue deadLetters;
    private final ConsumerSettings settings;
    private final List<BatchBisection> lanes = new ArrayList<>();
    private final FeedPosition next;
    private final boolean caughtUp;
    private final Instant newest;
    private final int size;
    private volatile boolean isPostponed;
    private int handled;

    public Delivery(
            ChangeFetcher fetched,
            HandlerCalls handler,
            Mode mode,
            DeadLetterQueue deadLetters,
            ConsumerSettings settings) {
        this.handler = handler;
        this.mode = mode;
        this.size = fetched.changes().size();
        this.deadLetters = deadLetters;
        this.settings = settings;
        this.next = fetched.next();
        this.caughtUp = fetched.caughtUp();
        this.newest = fetched.changes().get(fetched.changes().size() - 1).at();
        for (List<Change> changes : split(fetched.changes(), settings.lanes())) {
            lanes.add(new BatchBisection(changes));
        }
    }

    private static List<List<Change>> split(List<Change> changes, int count) {
        List<List<Change>> split = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            split.add(new ArrayList<>());
        }
        for (Change change : changes) {
            split.get(laneOf(change.key(), count)).add(change);
        }
        return split;
    }

    private static int laneOf(Key key, int count) {
        // The low bits of a text's hash depend mostly on its last characters, so mix the bits.
        return Math.floorMod(key.hashCode() * 0x9E3779B9 >>> 7, count);
    }

    public boolean isDone() {
        return lanes.stream().allMatch(BatchBisection::isDone);
    }

    public FeedPosition next() {
        return next;
    }

    public boolean caughtUp() {
        return caughtUp;
    }

    /** Returns the number of changes. */
    int size() {
        return size;
    }

    /** Returns the number of changes that are handled. */
    int handled() {
        return handled;
    }

    /** Returns when the newest change happened. */
    Instant newest() {
        return newest;
    }

    /** Returns whether a handler has postponed work until it is flushed. */
    boolean isPostponed() {
        return isPostponed;
    }

    /** Delivers one batch in each lane, and sets aside changes that failed too often or wait behind a dead letter. */
    public CompletableFuture<Round> round() {
        return AsyncLoop.whileTrue(() -> {
                    List<SetAside> waiting = waiting();
                    return setAside(waiting).thenApply(done -> !waiting.isEmpty());
                })
                .thenCompose(done -> deliver())
                .thenCompose(this::evaluate);
    }

    /** Returns the next changes of items that have a dead letter, and drops the changes that already are dead letters. */
    private List<SetAside> waiting() {
        List<SetAside> waiting = new ArrayList<>();
        for (BatchBisection lane : lanes) {
            lane.removeIf(deadLetters::contains);
            for (Change change : lane.head()) {
                if (deadLetters.isWaiting(change.key())) {
                    waiting.add(new SetAside(lane, change, null));
                }
            }
        }
        return waiting;
    }

    private CompletableFuture<Void> setAside(List<SetAside> pending) {
        Iterator<SetAside> rest = pending.iterator();
        return AsyncLoop.whileTrue(() -> {
            if (!rest.hasNext()) {
                return CompletableFuture.completedFuture(false);
            }
            SetAside entry = rest.next();
            return deadLetters
                    .setAside(entry.change(), entry.error(), entry.lane().tries())
                    .thenApply(done -> {
                        entry.lane().remove(entry.change());
                        return true;
                    });
        });
    }

    private CompletableFuture<List<Outcome>> deliver() {
        List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
        for (BatchBisection lane : lanes) {
            if (!lane.isDone()) {
                outcomes.add(FailureClassifier.of(call(lane.head())).thenApply(error -> new Outcome(lane, error)));
            }
        }
        return CompletableFuture.allOf(outcomes.toArray(CompletableFuture[]::new))
                .thenApply(all -> outcomes.stream().map(CompletableFuture::join).toList());
    }

    private CompletableFuture<Void> call(List<Change> changes) {
        return mode == Mode.AT_ONCE
                ? handler.handle(changes)
                : handler.collect(changes).thenAccept(postponed -> {
                    if (postponed) {
                        isPostponed = true;
                    }
                });
    }

    private CompletableFuture<Round> evaluate(List<Outcome> outcomes) {
        List<SetAside> pending = new ArrayList<>();
        int count = 0;
        Throwable retryError = null;
        for (Outcome outcome : outcomes) {
            BatchBisection lane = outcome.lane();
            Throwable error = outcome.error().orElse(null);
            if (error == null) {
                count += lane.head().size();
                lane.handled();
            } else if (FailureClassifier.isTransient(error)) {
                retryError = error;
            } else {
                switch (lane.failed(settings.tries())) {
                    case RETRY -> retryError = error;
                    case SET_ASIDE -> pending.add(new SetAside(lane, lane.head().get(0), error));
                    case SPLIT -> {}
                }
            }
        }
        handled += count;
        Round round = new Round(count, retryError);
        return setAside(pending).thenApply(done -> round);
    }
}
