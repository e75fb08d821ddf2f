package dev.varve.feed.internal;

import dev.varve.feed.FeedPosition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries since the last checkpoint. While a consumer is behind, or a flush is expensive, handlers postpone work over
 * several deliveries, and the checkpoint waits for the flush.
 *
 * <p>If a flush fails, nothing tells which change is the cause. All these changes are then delivered again, directly, so that
 * the changes that fail can be isolated. Used by one serial task of the consumer at a time.
 */
public final class PostponedChanges {

    /** The checkpoint waits for at most about this many changes, which a restart delivers again. */
    private static final int MAX_CHANGES = 200_000;

    /** The checkpoint, and the work that handlers postpone, wait for at most this long. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(5);

    /** After a flush the next one waits this many times as long as it took, so flushes take a small part of the time. */
    private static final int WAIT_PER_FLUSH = 10;

    private final InstantSource clock;
    private @Nullable FeedPosition next;
    private boolean hasWork;
    private int changes;
    private int handled;
    private @Nullable Instant newest;
    private Instant begun = Instant.EPOCH;
    private Instant pauseEnd = Instant.EPOCH;
    private int directly;

    public PostponedChanges(InstantSource clock) {
        this.clock = clock;
    }

    /** Returns whether every delivered change is part of the stored checkpoint. */
    public boolean isEmpty() {
        return next == null;
    }

    /** Returns the position to read from: after the changes that are delivered already. */
    public FeedPosition from(ConsumerState stored) {
        return next == null ? stored.position() : next;
    }

    /** Returns whether the next changes must be handled at once, because a flush that included them has failed. */
    public boolean isDirect() {
        return directly > 0;
    }

    /** Adds the changes of a delivery that is done. */
    public void add(Delivery done) {
        if (isEmpty()) {
            begun = clock.instant();
        }
        next = done.next();
        newest = done.newest();
        hasWork |= done.isPostponed();
        changes += done.size();
        handled += done.handled();
        directly = Math.max(0, directly - done.size());
    }

    /** Skips changes that are not delivered. */
    public void skipTo(FeedPosition position) {
        next = position;
    }

    /**
     * Returns whether to flush and to store the checkpoint after a read that reached the end of the feed, or did not.
     *
     * @param every the shortest time between two checkpoints of these handlers
     */
    public boolean isDue(boolean caughtUp, Duration every) {
        Instant now = clock.instant();
        return !hasWork
                || changes >= MAX_CHANGES
                || !now.isBefore(begun.plus(every.compareTo(MAX_WAIT) > 0 ? every : MAX_WAIT))
                // The clock was set back.
                || now.isBefore(begun)
                || (caughtUp && !now.isBefore(pauseEnd));
    }

    /** Returns how long to wait until a flush is due if nothing more arrives. */
    public Duration left() {
        Duration left = Duration.between(clock.instant(), pauseEnd);
        return left.isNegative() ? Duration.ZERO : left;
    }

    public boolean hasWork() {
        return hasWork;
    }

    /** Records a flush that succeeded; the next one waits at least this long, unless there is a lot to flush. */
    public void flushed(Instant start, Duration every) {
        Instant now = clock.instant();
        Duration wait = Duration.between(start, now).multipliedBy(WAIT_PER_FLUSH);
        Duration bounded = wait.compareTo(MAX_WAIT) < 0 ? wait : MAX_WAIT;
        pauseEnd = now.plus(bounded.compareTo(every) > 0 ? bounded : every);
        hasWork = false;
    }

    /** Records a flush that failed: the changes are delivered again. */
    public void failed() {
        int again = changes;
        clear();
        directly = again;
    }

    /** Returns the state to store once the flush has succeeded. */
    public ConsumerState done(ConsumerState before) {
        ConsumerState moved = before.at(Objects.requireNonNull(next));
        return newest == null ? moved : moved.handled(handled, newest);
    }

    /** Forgets these changes: they are part of the checkpoint, or will be delivered again. */
    public void clear() {
        next = null;
        newest = null;
        hasWork = false;
        changes = 0;
        handled = 0;
    }
}
