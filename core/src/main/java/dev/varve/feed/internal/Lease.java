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
 * The lease of a consumer and the state it guards: whoever holds the newest term writes, and notices with the next write
 * that somebody else does.
 */
public final class Lease {

    private record Held(long term, Instant end) {}

    /** Clocks of processes differ by less, and so do their leases. */
    private static final Duration MOST_AHEAD = Duration.ofHours(1);

    private final ConsumerStateStore table;
    private final InstantSource clock;
    private final String owner;
    private final @Nullable String opening;
    private final ConsumerSettings settings;

    // Apart from the state: renewed on a timer while a step that owns the state is under way.
    private volatile @Nullable Held held;
    private volatile ConsumerState state;

    /** @param opening what names this opening of a feed that only one process can have open, else null */
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

    /** Returns the state as far as it is known: that of this owner, or what was stored when the lease was asked for. */
    public ConsumerState state() {
        return state;
    }

    /** Changes the state in memory; it is stored with the next save. */
    public void note(ConsumerState changed) {
        state = changed;
    }

    /** Takes the lease if it is free; says whether it was. */
    public CompletableFuture<Boolean> take() {
        return table.read().thenCompose(stored -> {
            ConsumerState before = stored.orElse(ConsumerState.initial(settings.startingAt()));
            state = before;
            if (!before.isFree(clock.instant(), owner, opening) && !isBeyondBelief(before)) {
                return CompletableFuture.completedFuture(false);
            }
            return take(stored, before.taken(owner, end(), opening));
        });
    }

    /** Returns whether a lease ends so late that the clock it was taken by was ahead; terms keep its owner from harm. */
    private boolean isBeyondBelief(ConsumerState before) {
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

    /** Stores this state and renews the lease; fails where the lease is lost. */
    public CompletableFuture<Void> save(ConsumerState changed) {
        ConsumerState renewed = changed.renewed(end());
        return written(renewed, table.save(renewed));
    }

    CompletableFuture<Void> park(DeadLetter parked, ConsumerState changed) {
        ConsumerState renewed = changed.renewed(end());
        return written(renewed, table.park(parked, renewed));
    }

    CompletableFuture<Void> unpark(long number, ConsumerState changed) {
        ConsumerState renewed = changed.renewed(end());
        return written(renewed, table.unpark(number, renewed));
    }

    private CompletableFuture<Void> written(ConsumerState changed, CompletableFuture<Boolean> write) {
        return write.thenAccept(written -> {
            if (!written) {
                lose();
                throw new LeaseLost("another owner has taken the lease of %s".formatted(owner));
            }
            hold(changed);
        });
    }

    /** Renews the lease, whatever else is under way; does nothing where it is not held. */
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

    /** Stores the state and gives the lease back. */
    public CompletableFuture<Void> release() {
        if (held == null) {
            return CompletableFuture.completedFuture(null);
        }
        return table.save(state.released()).thenAccept(written -> lose());
    }

    /** Removes the state and with it the lease. */
    public CompletableFuture<Void> forget() {
        return table.forget(state.term()).thenAccept(gone -> {
            lose();
            state = ConsumerState.initial(settings.startingAt());
        });
    }

    private Instant end() {
        return clock.instant().plus(settings.lease());
    }

    /** Returns the error of somebody who needs the lease and does not get it. */
    public Unavailable leased() {
        return new Unavailable(
                "feed.leased",
                "the lease is with owner \"%s\" until %s: ask there, or wait until it ends"
                        .formatted(state.owner(), Tick.MILLIS.text(state.leaseEnd())));
    }
}
