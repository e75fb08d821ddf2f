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
 * Reads a feed under a name, hands its changes to a handler, and keeps its place in a table.
 *
 * <p>A change is handed over at least once, those of one item in order. Of several consumers of one name, in one process
 * or many, the one that has the lease works. Changes of consumers' own state are not handed over.
 *
 * <p>The handler is called on the consumer's executor and may block there. It must not wait for the consumer that calls it.
 */
public final class FeedConsumer {

    /** How many steps in a row may fail before {@link #catchUp} gives up. */
    private static final int CATCH_UP_FAILURES = 100;

    /** How many steps {@link #catchUp} does for what handlers write in turn before it gives up. */
    private static final int CATCH_UP_CASCADE = 10_000;

    private final String name;
    private final ChangeFeed feed;
    private final InstantSource clock;
    private final HandlerCalls handler;
    private final ConsumerSettings settings;
    private final ConsumerStateStore table;
    private final Lease tenure;
    private final DeadLetterQueue lot;
    private final AsyncQueue serial = new AsyncQueue();
    private final CatchUpWaiters targets = new CatchUpWaiters();

    // Touched by one piece of serial work at a time.
    private @Nullable Delivery delivery;
    private boolean loaded;
    private boolean holdDue;
    // Whether the step read the feed to its end and found nothing to hand over.
    private boolean quiet;
    private int idleSteps;
    private int failures;
    private volatile Standing standing = new Standing(0, false, 0, null);
    // When the first of the changes happened that are being handed over.
    private volatile @Nullable Instant takenOn;

    private record Standing(
            int parked,
            boolean caughtUp,
            int failures,
            @Nullable Throwable lastError) {}

    FeedConsumer(
            String name,
            ChangeFeed feed,
            ConsumerStateStore table,
            Lease tenure,
            InstantSource clock,
            HandlerCalls handler,
            BiConsumer<DeadLetter, Throwable> onParked,
            ConsumerSettings settings) {
        this.name = name;
        this.feed = feed;
        this.clock = clock;
        this.handler = handler;
        this.settings = settings;
        this.table = table;
        this.tenure = tenure;
        this.lot = new DeadLetterQueue(table, tenure, clock, onParked, settings.maxParked());
    }

    /** Begins a consumer of this name. */
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
     * Takes or renews the lease, reads, hands over once in each lane, and commits what is handled. Never fails: what went
     * wrong is in the progress. Steps run one after the other, however they are called.
     */
    public CompletableFuture<StepResult> step() {
        return serial.run(() -> {
            quiet = false;
            return lead().thenCompose(held -> held ? work().thenCompose(this::ticked) : completed(standby()))
                    .handle((progress, error) -> error == null ? progress : failed(AsyncLoop.failure(error)))
                    .thenApply(this::noted);
        });
    }

    private CompletableFuture<StepResult> ticked(StepResult progress) {
        return handler.tick().thenApply(done -> progress);
    }

    /** Sees to it that the lease is held and that everything that goes with it is done; says whether it is. */
    private CompletableFuture<Boolean> lead() {
        CompletableFuture<Boolean> held;
        if (!tenure.isHeld()) {
            drop();
            held = tenure.take();
        } else if (tenure.isRenewalDue()) {
            held = renewed();
        } else {
            held = completed(true);
        }
        return held.thenCompose(isHeld -> isHeld ? prepared() : completed(false));
    }

    private CompletableFuture<Boolean> renewed() {
        return FailureClassifier.of(tenure.save(tenure.state())).thenCompose(error -> {
            if (error.isEmpty()) {
                holdDue = true;
            } else if (!tenure.isHeld()) {
                return completed(false);
            } else if (tenure.hasEnded()) {
                return CompletableFuture.failedFuture(error.get());
            }
            return completed(true);
        });
    }

    private CompletableFuture<Boolean> prepared() {
        CompletableFuture<Void> parked = loaded ? nothing() : lot.load();
        return parked.thenCompose(done -> {
                    loaded = true;
                    return holdDue ? feed.hold(name, tenure.state().position()) : nothing();
                })
                .thenApply(done -> {
                    holdDue = false;
                    return true;
                });
    }

    /** Forgets what belongs to a lease that is gone. */
    private void drop() {
        delivery = null;
        takenOn = null;
        loaded = false;
        holdDue = true;
        targets.dropped();
    }

    private CompletableFuture<StepResult> work() {
        if (delivery != null) {
            return deliver(delivery);
        }
        return ChangeFetcher.read(feed, tenure.state().position(), settings).thenCompose(intake -> {
            FeedPosition oldest = intake.oldest();
            if (oldest != null) {
                return trimmed(oldest);
            }
            targets.taken(intake);
            if (intake.changes().isEmpty()) {
                return completed(idle(intake));
            }
            delivery = new Delivery(intake, handler, lot, settings);
            takenOn = intake.changes().get(0).at();
            return deliver(delivery);
        });
    }

    /** Moves on in memory only: storing it would be a change to read, and so on for ever. */
    private StepResult idle(ChangeFetcher intake) {
        tenure.note(tenure.state().at(intake.next()));
        targets.done(intake.next());
        quiet = intake.caughtUp();
        idleSteps++;
        Duration pause = intake.caughtUp() ? settings.idleWaits().after(idleSteps) : Duration.ZERO;
        return new StepResult(StepResult.Kind.IDLE, 0, intake.caughtUp(), pause, null);
    }

    /** Moves on in memory only: in a log at its cap, storing it could cost the very changes it is about to read. */
    private CompletableFuture<StepResult> trimmed(FeedPosition oldest) {
        return handler.handleTrimmed().thenApply(done -> {
            tenure.note(tenure.state().at(oldest).trimmed());
            return worked(0, false);
        });
    }

    private CompletableFuture<StepResult> deliver(Delivery current) {
        return current.round().thenCompose(round -> {
            Throwable error = round.error();
            if (error != null) {
                return completed(retrying(round.handled(), error));
            }
            return current.isDone() ? commit(current, round.handled()) : completed(worked(round.handled(), false));
        });
    }

    private CompletableFuture<StepResult> commit(Delivery current, int handled) {
        return tenure.save(current.done(tenure.state())).thenApply(done -> {
            delivery = null;
            takenOn = null;
            targets.done(current.next());
            return worked(handled, current.caughtUp());
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
        Duration left = Duration.between(clock.instant(), tenure.state().leaseEnd());
        Duration longest = settings.idleWaits().longest();
        Duration pause = left.compareTo(longest) < 0 ? left : longest;
        Duration shortest = settings.idleWaits().first();
        return new StepResult(
                StepResult.Kind.STANDBY, 0, false, pause.compareTo(shortest) < 0 ? shortest : pause, tenure.leased());
    }

    private StepResult noted(StepResult progress) {
        failures = progress.kind() == StepResult.Kind.RETRYING ? failures + 1 : 0;
        standing = new Standing(lot.count(), progress.caughtUp(), failures, progress.error());
        targets.stepped(quiet);
        return progress;
    }

    /**
     * Steps, without waiting in between, until everything is handled or parked that was in the feed at the call, and what
     * handlers wrote because of it. Fails with the error that keeps coming, where another owner has the lease, and where
     * handlers do not stop writing.
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

    /** Lets a caller wait for the steps that follow, whoever calls them. */
    void await(CatchUpWaiters.Target target) {
        var unused = serial.run(() -> feed.end()
                .handle((end, error) -> error == null ? end : null)
                .thenAccept(end -> targets.add(target, end)));
    }

    /** Returns the error of a caller that waited for so long, and in vain. */
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
                "consumer %s %s: %s changes are handled and %s are parked; %s"
                        .formatted(
                                name,
                                what,
                                now.handled(),
                                now.parked(),
                                error == null ? "no step has failed" : "the last error is " + error),
                error);
    }

    /** Goes on from another position; refused while changes are parked, for they would come out of order. */
    public CompletableFuture<Void> restartFrom(FeedPosition position) {
        return leading(() -> {
            requireNothingParked("going to another position");
            // Refuses what is no position of this feed.
            return feed.read(position, 1)
                    .thenCompose(page -> tenure.save(tenure.state().at(position)))
                    .thenCompose(done -> {
                        drop();
                        standing = new Standing(lot.count(), false, 0, null);
                        return prepared();
                    })
                    .thenAccept(done -> {});
        });
    }

    /** Commits what is handled and gives the lease back; a later step takes it again. */
    public CompletableFuture<Void> release() {
        return serial.run(() -> {
            delivery = null;
            targets.dropped();
            FeedPosition position = tenure.state().position();
            return tenure.isHeld()
                    // Held after it is stored: what is stored must still be kept.
                    ? tenure.release().thenCompose(released -> feed.hold(name, position))
                    : nothing();
        });
    }

    /** Removes everything kept under this name, for a consumer that will not come back; refused while changes are parked. */
    public CompletableFuture<Void> forget() {
        return leading(() -> {
            requireNothingParked("forgetting the consumer");
            return feed.release(name).thenCompose(done -> tenure.forget());
        });
    }

    private void requireNothingParked(String purpose) {
        if (lot.count() > 0) {
            throw new Rejected(
                    "feed.parked",
                    "%s changes of %s are parked: retry or drop them before %s".formatted(lot.count(), name, purpose));
        }
    }

    public ConsumerStatus status() {
        Standing seen = standing;
        ConsumerState state = tenure.state();
        Instant newest = state.newest();
        return new ConsumerStatus(
                tenure.isHeld(),
                seen.caughtUp(),
                state.position(),
                state.handled(),
                tenure.isHeld() ? seen.parked() : state.parked(),
                state.trims(),
                newest,
                lag(seen, newest),
                seen.failures(),
                seen.lastError() == null ? lot.lastError() : seen.lastError());
    }

    private Duration lag(Standing seen, @Nullable Instant newest) {
        Instant waiting = takenOn;
        Instant behind = waiting == null && !seen.caughtUp() ? newest : waiting;
        return behind == null ? Duration.ZERO : Duration.between(behind, clock.instant());
    }

    /** Renews the lease while a step takes long; see {@link FeedRunner}. */
    CompletableFuture<Void> renew() {
        return tenure.isRenewalDue() ? tenure.renew() : nothing();
    }

    /** Returns up to {@code most} parked changes whose number is above this one, in order. */
    public CompletableFuture<DeadLetter.Page> parked(long after, int most) {
        return table.parked(after, most).thenApply(page -> {
            List<DeadLetter> parked = page.items().stream().map(table::parked).toList();
            boolean isLast = page.isLast() || parked.isEmpty();
            return new DeadLetter.Page(
                    parked, isLast ? null : parked.get(parked.size() - 1).number());
        });
    }

    /**
     * Hands parked changes over again, one by one and in order; where one of an item fails, its later ones stay. One
     * without images is told to the handler as lost.
     */
    public CompletableFuture<DeadLetter.Retried> retryParked() {
        return leading(() -> {
            int before = lot.count();
            DeadLetterRetry retrial = new DeadLetterRetry(table, lot, handler);
            return AsyncLoop.whileTrue(() -> {
                        CompletableFuture<Void> renewed =
                                tenure.isRenewalDue() ? tenure.save(tenure.state()) : nothing();
                        return renewed.thenCompose(done -> retrial.next());
                    })
                    .thenApply(done -> new DeadLetter.Retried(before - lot.count(), lot.count()));
        });
    }

    /** Forgets a parked change for good; returns whether there was one. */
    public CompletableFuture<Boolean> dropParked(long number) {
        return leading(() -> table.parked(number)
                .thenCompose(found -> found.isEmpty()
                        ? completed(false)
                        : lot.remove(found.get()).thenApply(done -> true)));
    }

    private <T> CompletableFuture<T> leading(Supplier<CompletableFuture<T>> work) {
        return serial.run(() -> lead().thenCompose(held -> {
                    if (!held) {
                        throw tenure.leased();
                    }
                    return work.get();
                })
                .whenComplete((done, error) -> {
                    Standing seen = standing;
                    standing = new Standing(lot.count(), seen.caughtUp(), seen.failures(), seen.lastError());
                }));
    }

    private static CompletableFuture<Void> nothing() {
        return CompletableFuture.completedFuture(null);
    }

    private static <T> CompletableFuture<T> completed(T value) {
        return CompletableFuture.completedFuture(value);
    }
}
