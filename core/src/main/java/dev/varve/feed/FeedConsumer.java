package dev.varve.feed;

import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.feed.internal.AsyncQueue;
import dev.varve.feed.internal.CatchUpWaiters;
import dev.varve.feed.internal.ChangeFetcher;
import dev.varve.feed.internal.ConsumerSettings;
import dev.varve.feed.internal.ConsumerState;
import dev.varve.feed.internal.ConsumerStateStore;
import dev.varve.feed.internal.DeadLetterQueue;
import dev.varve.feed.internal.DeadLetterRetry;
import dev.varve.feed.internal.Delivery;
import dev.varve.feed.internal.FailureClassifier;
import dev.varve.feed.internal.HandlerCalls;
import dev.varve.feed.internal.Lease;
import dev.varve.feed.internal.LeaseLost;
import dev.varve.feed.internal.PostponedChanges;
import dev.varve.internal.AsyncLoop;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a feed under a name, delivers its changes to a handler, and stores its checkpoint in a table.
 *
 * <p>Each change is delivered at least once, and the changes of one item in order. Of several consumers with one name, in
 * one process or many, the one that holds the lease works. Changes of the consumers' own state are not delivered.
 *
 * <p>The handler is called on the consumer's executor and may block there. It must not wait for the consumer that calls it.
 */
public final class FeedConsumer {

    /** {@link #catchUp} fails after this many failed steps in a row. */
    private static final int CATCH_UP_FAILURES = 100;

    /** {@link #catchUp} takes at most this many steps for changes that handlers write themselves. */
    private static final int CATCH_UP_CASCADE = 10_000;

    private final String name;
    private final ChangeFeed feed;
    private final InstantSource clock;
    private final HandlerCalls handler;
    private final ConsumerSettings settings;
    private final ConsumerStateStore table;
    private final Lease lease;
    private final DeadLetterQueue deadLetters;
    private final AsyncQueue serial = new AsyncQueue();
    private final CatchUpWaiters targets = new CatchUpWaiters();

    // Used only inside serial.run(), so by one thread at a time.
    private @Nullable Delivery delivery;
    private final PostponedChanges postponed;
    private boolean loaded;
    private boolean holdDue;
    // Whether the step read the feed to its end and found nothing to deliver.
    private boolean quiet;
    private int idleSteps;
    private int failures;
    private volatile Standing standing = new Standing(0, false, 0, null);
    // When the oldest change happened that is delivered and not part of the stored checkpoint.
    private volatile @Nullable Instant takenOn;

    private record Standing(
            int deadLetters,
            boolean caughtUp,
            int failures,
            @Nullable Throwable lastError) {}

    FeedConsumer(
            String name,
            ChangeFeed feed,
            ConsumerStateStore table,
            Lease lease,
            InstantSource clock,
            HandlerCalls handler,
            BiConsumer<DeadLetter, Throwable> onDeadLetter,
            ConsumerSettings settings) {
        this.name = name;
        this.feed = feed;
        this.clock = clock;
        this.handler = handler;
        this.settings = settings;
        this.table = table;
        this.lease = lease;
        this.postponed = new PostponedChanges(clock);
        this.deadLetters = new DeadLetterQueue(table, lease, clock, onDeadLetter, settings.maxDeadLetters());
    }

    /** Starts the declaration of a consumer with this name. */
    public static FeedConsumerBuilder named(String name) {
        return new FeedConsumerBuilder(name);
    }

    public String name() {
        return name;
    }

    ConsumerSettings settings() {
        return settings;
    }

    /**
     * Takes or renews the lease, reads changes, delivers them once in each lane, and stores the checkpoint. The future never
     * fails: the result holds the error. Concurrent calls run one after the other.
     */
    public CompletableFuture<StepResult> step() {
        return serial.run(() -> {
            quiet = false;
            return acquireLease()
                    .thenCompose(held -> held ? work().thenCompose(this::ticked) : completed(standby()))
                    .handle((progress, error) -> error == null ? progress : failed(AsyncLoop.failure(error)))
                    .thenApply(this::noted);
        });
    }

    private CompletableFuture<StepResult> ticked(StepResult progress) {
        return handler.tick().thenApply(done -> progress);
    }

    /** Takes or renews the lease and loads the state that depends on it; returns whether the lease is held. */
    private CompletableFuture<Boolean> acquireLease() {
        CompletableFuture<Boolean> held;
        if (!lease.isHeld()) {
            drop();
            held = lease.take();
        } else if (lease.isRenewalDue()) {
            held = renewed();
        } else {
            held = completed(true);
        }
        return held.thenCompose(isHeld -> isHeld ? prepared() : completed(false));
    }

    private CompletableFuture<Boolean> renewed() {
        return FailureClassifier.of(lease.save(lease.state())).thenCompose(error -> {
            if (error.isEmpty()) {
                holdDue = true;
            } else if (!lease.isHeld()) {
                return completed(false);
            } else if (lease.hasEnded()) {
                return CompletableFuture.failedFuture(error.get());
            }
            return completed(true);
        });
    }

    private CompletableFuture<Boolean> prepared() {
        CompletableFuture<Void> ready = loaded ? nothing() : deadLetters.load();
        return ready.thenCompose(done -> {
                    loaded = true;
                    return holdDue ? feed.hold(name, lease.state().position()) : nothing();
                })
                .thenApply(done -> {
                    holdDue = false;
                    return true;
                });
    }

    /** Discards the state of a lease that is lost, released or moved. */
    private void drop() {
        delivery = null;
        takenOn = null;
        postponed.clear();
        loaded = false;
        holdDue = true;
        targets.dropped();
        handler.restart();
    }

    private CompletableFuture<StepResult> work() {
        if (delivery != null) {
            return deliver(delivery);
        }
        return ChangeFetcher.read(feed, postponed.from(lease.state()), settings).thenCompose(fetched -> {
            FeedPosition oldest = fetched.oldest();
            if (oldest != null) {
                // The next step meets the gap again.
                return postponed.isEmpty() ? trimmed(oldest) : commit(0, false);
            }
            targets.fetched(fetched);
            if (fetched.changes().isEmpty()) {
                return postponed.isEmpty() ? completed(idle(fetched)) : lingering(fetched);
            }
            Delivery.Mode mode = postponed.isDirect() ? Delivery.Mode.AT_ONCE : Delivery.Mode.COLLECT;
            delivery = new Delivery(fetched, handler, mode, deadLetters, settings);
            takenOn = takenOn == null ? fetched.changes().get(0).at() : takenOn;
            return deliver(delivery);
        });
    }

    /** Finds nothing new while work is postponed: does that work, or waits a little longer for further changes. */
    private CompletableFuture<StepResult> lingering(ChangeFetcher fetched) {
        postponed.skipTo(fetched.next());
        if (isCommitDue(fetched.caughtUp())) {
            return commit(0, fetched.caughtUp());
        }
        idleSteps++;
        Duration wait = settings.idleWaits().after(idleSteps);
        Duration left = postponed.left();
        boolean isCurrent = fetched.caughtUp() && handler.isCurrentBeforeFlush();
        if (isCurrent) {
            takenOn = null;
        }
        return completed(
                new StepResult(StepResult.Kind.IDLE, 0, isCurrent, left.compareTo(wait) < 0 ? left : wait, null));
    }

    /** Returns whether to store the checkpoint now. A caller that waits for the end of the feed does not wait longer. */
    private boolean isCommitDue(boolean caughtUp) {
        return postponed.isDue(caughtUp, handler.checkpointEvery()) || (caughtUp && !targets.isEmpty());
    }

    /** Advances in memory only: storing the position would itself be a change to read, in an endless loop. */
    private StepResult idle(ChangeFetcher fetched) {
        lease.note(lease.state().at(fetched.next()));
        targets.done(fetched.next());
        quiet = fetched.caughtUp();
        idleSteps++;
        Duration pause = fetched.caughtUp() ? settings.idleWaits().after(idleSteps) : Duration.ZERO;
        return new StepResult(StepResult.Kind.IDLE, 0, fetched.caughtUp(), pause, null);
    }

    /** Advances in memory only: storing the position in a full log could remove the changes to read next. */
    private CompletableFuture<StepResult> trimmed(FeedPosition oldest) {
        return handler.handleTrimmed().thenApply(done -> {
            lease.note(lease.state().at(oldest).trimmed());
            return worked(0, false);
        });
    }

    private CompletableFuture<StepResult> deliver(Delivery current) {
        return current.round().thenCompose(round -> {
            Throwable error = round.error();
            if (error != null) {
                return completed(retrying(round.handled(), error));
            }
            return current.isDone() ? delivered(current, round.handled()) : completed(worked(round.handled(), false));
        });
    }

    private CompletableFuture<StepResult> delivered(Delivery current, int handled) {
        postponed.add(current);
        delivery = null;
        return isCommitDue(current.caughtUp())
                ? commit(handled, current.caughtUp())
                : completed(worked(handled, false));
    }

    /** Lets handlers do what they postponed, and stores the checkpoint. */
    private CompletableFuture<StepResult> commit(int handled, boolean caughtUp) {
        return flush().thenCompose(done -> lease.save(postponed.done(lease.state())))
                .thenApply(done -> {
                    targets.done(postponed.from(lease.state()));
                    postponed.clear();
                    takenOn = null;
                    return worked(handled, caughtUp);
                });
    }

    private CompletableFuture<Void> flush() {
        if (!postponed.hasWork()) {
            return nothing();
        }
        Instant start = clock.instant();
        return handler.flush().whenComplete((done, error) -> {
            if (error == null) {
                postponed.flushed(start, handler.checkpointEvery());
            } else {
                postponed.failed();
                takenOn = null;
                targets.dropped();
            }
        });
    }

    private StepResult worked(int handled, boolean caughtUp) {
        idleSteps = 0;
        Duration pause = caughtUp ? settings.linger() : Duration.ZERO;
        return new StepResult(StepResult.Kind.WORKED, handled, caughtUp, pause, null);
    }

    private StepResult retrying(int handled, Throwable error) {
        Duration pause = settings.retryWaits().after(failures + 1);
        return new StepResult(StepResult.Kind.RETRYING, handled, false, pause, error);
    }

    private StepResult failed(Throwable error) {
        return error instanceof LeaseLost ? standby() : retrying(0, error);
    }

    private StepResult standby() {
        Duration left = Duration.between(clock.instant(), lease.state().leaseEnd());
        Duration longest = settings.idleWaits().longest();
        Duration pause = left.compareTo(longest) < 0 ? left : longest;
        Duration shortest = settings.idleWaits().first();
        return new StepResult(
                StepResult.Kind.STANDBY, 0, false, pause.compareTo(shortest) < 0 ? shortest : pause, lease.leased());
    }

    private StepResult noted(StepResult progress) {
        failures = progress.kind() == StepResult.Kind.RETRYING ? failures + 1 : 0;
        standing = new Standing(deadLetters.count(), progress.caughtUp(), failures, progress.error());
        targets.stepped(quiet);
        return progress;
    }

    /**
     * Steps without pauses until every change that was in the feed at the call, and every change that handlers wrote because
     * of it, is handled or a dead letter. Fails if a step keeps failing, if another owner holds the lease, or if handlers do
     * not stop writing.
     */
    public CompletableFuture<Void> catchUp() {
        CatchUpWaiters.Target target = new CatchUpWaiters.Target();
        CompletableFuture<Void> settled = target.settled();
        await(target);
        int[] failed = new int[1];
        int[] cascade = new int[1];
        CompletableFuture<Void> stepped = AsyncLoop.whileTrue(() -> step().thenApply(progress -> {
            Throwable error = progress.error();
            failed[0] = error == null ? 0 : failed[0] + 1;
            if (error != null && (progress.kind() == StepResult.Kind.STANDBY || failed[0] == CATCH_UP_FAILURES)) {
                settled.completeExceptionally(error);
            } else if (target.isReached() && ++cascade[0] == CATCH_UP_CASCADE) {
                settled.completeExceptionally(moreWaiting("after %s more steps".formatted(CATCH_UP_CASCADE)));
            }
            return !settled.isDone();
        }));
        return stepped.thenCompose(done -> settled);
    }

    /** Registers a caller that waits for later steps. */
    void await(CatchUpWaiters.Target target) {
        var unused = serial.run(() -> feed.end()
                .handle((end, error) -> error == null ? end : null)
                .thenAccept(end -> targets.add(target, end)));
    }

    /** Returns the error for a caller whose time-out has passed. */
    Unavailable late(CatchUpWaiters.Target target, Duration timeout) {
        return target.isReached()
                ? moreWaiting("after " + timeout)
                : late("feed.catch-up", "has not caught up within %s".formatted(timeout));
    }

    private Unavailable moreWaiting(String when) {
        return late(
                "feed.more-waiting",
                "has handled everything that was written before the call, but %s more changes are waiting (do its handlers, or other writers, keep writing?)"
                        .formatted(when));
    }

    private Unavailable late(String code, String what) {
        ConsumerStatus now = status();
        Throwable error = now.lastError();
        return new Unavailable(
                code,
                "consumer %s %s: %s changes are handled and %s are dead letters; %s"
                        .formatted(
                                name,
                                what,
                                now.handled(),
                                now.deadLetters(),
                                error == null ? "no step has failed" : "the last error is " + error),
                error);
    }

    /** Continues from another position. Refused while there are dead letters, because they would come out of order. */
    public CompletableFuture<Void> restartFrom(FeedPosition position) {
        return withLease(() -> {
            requireNoDeadLetters("going to another position");
            // Fails if the position does not belong to this feed.
            return feed.read(position, 1)
                    .thenCompose(page -> lease.save(lease.state().at(position)))
                    .thenCompose(done -> {
                        drop();
                        standing = new Standing(deadLetters.count(), false, 0, null);
                        return prepared();
                    })
                    .thenAccept(done -> {});
        });
    }

    /** Stores the checkpoint and releases the lease; a later step takes it again. */
    public CompletableFuture<Void> release() {
        return serial.run(() -> {
            CompletableFuture<?> saved = lease.isHeld() && !postponed.isEmpty() ? commit(0, false) : nothing();
            // If the flush fails, the checkpoint stays where it is.
            return FailureClassifier.of(saved.thenAccept(done -> {})).thenCompose(failure -> {
                drop();
                FeedPosition position = lease.state().position();
                return lease.isHeld()
                        // After the release is stored, because the feed must keep the changes after the stored
                        // position.
                        ? lease.release().thenCompose(released -> feed.hold(name, position))
                        : nothing();
            });
        });
    }

    /** Removes the state of this consumer for good. Refused while there are dead letters. */
    public CompletableFuture<Void> forget() {
        return withLease(() -> {
            requireNoDeadLetters("forgetting the consumer");
            return feed.release(name).thenCompose(done -> lease.forget());
        });
    }

    private void requireNoDeadLetters(String purpose) {
        if (deadLetters.count() > 0) {
            throw new Rejected(
                    "feed.parked",
                    "consumer %2$s has %1$s dead letters: retry or drop them before %3$s"
                            .formatted(deadLetters.count(), name, purpose));
        }
    }

    public ConsumerStatus status() {
        Standing seen = standing;
        ConsumerState state = lease.state();
        Instant newest = state.newest();
        return new ConsumerStatus(
                lease.isHeld(),
                seen.caughtUp(),
                state.position(),
                state.handled(),
                lease.isHeld() ? seen.deadLetters() : state.deadLetters(),
                state.trims(),
                newest,
                lag(seen, newest),
                seen.failures(),
                seen.lastError() == null ? deadLetters.lastError() : seen.lastError());
    }

    private Duration lag(Standing seen, @Nullable Instant newest) {
        Instant waiting = takenOn;
        Instant behind = waiting == null && !seen.caughtUp() ? newest : waiting;
        return behind == null ? Duration.ZERO : Duration.between(behind, clock.instant());
    }

    /** Renews the lease during a long step; see {@link FeedRunner}. */
    CompletableFuture<Void> renew() {
        return lease.isRenewalDue() ? lease.renew() : nothing();
    }

    /** Returns up to {@code most} dead letters with a number above {@code after}, in order. */
    public CompletableFuture<DeadLetter.Page> deadLetters(long after, int most) {
        return table.deadLetters(after, most).thenApply(page -> {
            List<DeadLetter> found =
                    page.items().stream().map(table::deadLetter).toList();
            boolean isLast = page.isLast() || found.isEmpty();
            return new DeadLetter.Page(
                    found, isLast ? null : found.get(found.size() - 1).number());
        });
    }

    /**
     * Delivers the dead letters again, one by one and in order. If one fails, the later ones of its item stay. For a dead
     * letter without images the handler's {@link ChangeHandler#handleTrimmed} is called instead.
     */
    public CompletableFuture<DeadLetter.Retried> retryDeadLetters() {
        return withLease(() -> {
            int before = deadLetters.count();
            DeadLetterRetry retry = new DeadLetterRetry(table, deadLetters, handler);
            return AsyncLoop.whileTrue(() -> {
                        CompletableFuture<Void> renewed = lease.isRenewalDue() ? lease.save(lease.state()) : nothing();
                        return renewed.thenCompose(done -> retry.next());
                    })
                    .thenApply(done -> new DeadLetter.Retried(before - deadLetters.count(), deadLetters.count()));
        });
    }

    /** Removes a dead letter for good; returns whether it existed. */
    public CompletableFuture<Boolean> dropDeadLetter(long number) {
        return withLease(() -> table.deadLetter(number)
                .thenCompose(found -> found.isEmpty()
                        ? completed(false)
                        : deadLetters.remove(found.get()).thenApply(done -> true)));
    }

    private <T> CompletableFuture<T> withLease(Supplier<CompletableFuture<T>> work) {
        return serial.run(() -> acquireLease()
                .thenCompose(held -> {
                    if (!held) {
                        throw lease.leased();
                    }
                    // First, because a dead letter comes after the changes that are delivered already.
                    return postponed.isEmpty() ? nothing() : commit(0, false).thenAccept(done -> {});
                })
                .thenCompose(done -> work.get())
                .whenComplete((done, error) -> {
                    Standing seen = standing;
                    standing = new Standing(deadLetters.count(), seen.caughtUp(), seen.failures(), seen.lastError());
                }));
    }

    private static CompletableFuture<Void> nothing() {
        return CompletableFuture.completedFuture(null);
    }

    private static <T> CompletableFuture<T> completed(T value) {
        return CompletableFuture.completedFuture(value);
    }
}
