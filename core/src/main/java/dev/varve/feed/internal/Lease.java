package dev.varve.feed.internal;

import dev.varve.error.Unavailable;
import dev.varve.feed.DeadLetter;
import dev.varve.key.Tick;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The lease of a consumer and the state it guards. Only the owner with the newest term can write. An owner that lost its
 * lease learns so from its next write, which fails.
 */
public final class Lease {

    private record Held(long term, Instant end) {}

    /** The clocks of processes are assumed to differ by less than this. */
    private static final Duration MOST_AHEAD = Duration.ofHours(1);

    private final ConsumerStateStore table;
    private final InstantSource clock;
    private final String owner;
    private final @Nullable String opening;
    private final ConsumerSettings settings;

    // Not part of the state: a timer renews the lease while a step owns the state.
    private volatile @Nullable Held held;
    private volatile ConsumerState state;

    /** @param opening the id of this opening of a feed that only one process can open, otherwise null */
    public Lease(
            ConsumerStateStore table,
            InstantSource clock,
            String owner,
            @Nullable String opening,
            ConsumerSettings settings) {
        this.table = table;
        this.clock = clock;
        this.owner = owner;
        this.opening = opening;
        this.settings = settings;
        this.state = ConsumerState.initial(settings.startingAt());
    }

    public boolean isHeld() {
        return held != null;
    }

    /** Returns the state of this owner or, without the lease, the state that was stored at the last attempt to take it. */
    public ConsumerState state() {
        return state;
    }

    /** Changes the state in memory; the next save stores it. */
    public void note(ConsumerState changed) {
        state = changed;
    }

    /** Takes the lease if it is free; returns whether it was taken. */
    public CompletableFuture<Boolean> take() {
        return table.read().thenCompose(stored -> {
            ConsumerState before = stored.orElse(ConsumerState.initial(settings.startingAt()));
            state = before;
            if (!before.isFree(clock.instant(), owner, opening) && !endsImplausiblyLate(before)) {
                return CompletableFuture.completedFuture(false);
            }
            return take(stored, before.taken(owner, end(), opening));
        });
    }

    /** Returns whether a lease ends so late that its owner's clock must be wrong. The term keeps that owner from writing. */
    private boolean endsImplausiblyLate(ConsumerState before) {
        return before.leaseEnd().isAfter(end().plus(MOST_AHEAD));
    }

    private CompletableFuture<Boolean> take(Optional<ConsumerState> before, ConsumerState after) {
        return table.take(before, after).thenApply(taken -> {
            if (taken) {
                hold(after);
            }
            return taken;
        });
    }

    private synchronized void hold(ConsumerState now) {
        state = now;
        held = new Held(now.term(), now.leaseEnd());
    }

    private synchronized void lose() {
        held = null;
    }

    public boolean isRenewalDue() {
        Held now = held;
        return now != null
                && !clock.instant().isBefore(now.end().minus(settings.lease()).plus(settings.renewal()));
    }

    public boolean hasEnded() {
        Held now = held;
        return now == null || !clock.instant().isBefore(now.end());
    }

    /** Stores this state and renews the lease; fails if the lease is lost. */
    public CompletableFuture<Void> save(ConsumerState changed) {
        ConsumerState renewed = changed.renewed(end());
        return written(renewed, table.save(renewed));
    }

    CompletableFuture<Void> putDeadLetter(DeadLetter deadLetter, ConsumerState changed) {
        ConsumerState renewed = changed.renewed(end());
        return written(renewed, table.putDeadLetter(deadLetter, renewed));
    }

    CompletableFuture<Void> removeDeadLetter(long number, ConsumerState changed) {
        ConsumerState renewed = changed.renewed(end());
        return written(renewed, table.removeDeadLetter(number, renewed));
    }

    private CompletableFuture<Void> written(ConsumerState changed, CompletableFuture<Boolean> write) {
        return write.thenAccept(written -> {
            if (!written) {
                lose();
                throw new LeaseLost("another owner has taken the lease that \"%s\" held".formatted(owner));
            }
            hold(changed);
        });
    }

    /** Renews the lease, also during a step; does nothing if the lease is not held. */
    public CompletableFuture<Void> renew() {
        Held now = held;
        if (now == null) {
            return CompletableFuture.completedFuture(null);
        }
        Instant end = end();
        return table.renew(now.term(), end).thenAccept(renewed -> renewed(now.term(), renewed ? end : null));
    }

    private synchronized void renewed(long term, @Nullable Instant end) {
        Held now = held;
        if (now != null && now.term() == term) {
            held = end == null ? null : new Held(term, end);
        }
    }

    /** Stores the state and releases the lease. */
    public CompletableFuture<Void> release() {
        if (held == null) {
            return CompletableFuture.completedFuture(null);
        }
        return table.save(state.released()).thenAccept(written -> lose());
    }

    /** Removes the state and the lease. */
    public CompletableFuture<Void> forget() {
        return table.forget(state.term()).thenAccept(gone -> {
            lose();
            state = ConsumerState.initial(settings.startingAt());
        });
    }

    private Instant end() {
        return clock.instant().plus(settings.lease());
    }

    /** Returns the error for a caller that needs the lease while another owner holds it. */
    public Unavailable leased() {
        return new Unavailable(
                "feed.leased",
                "owner \"%s\" holds the lease until %s: make the call in that process, or wait until the lease ends"
                        .formatted(state.owner(), Tick.MILLIS.text(state.leaseEnd())));
    }
}
