package dev.varve.feed.internal;

import dev.varve.feed.FeedPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Callers that wait until a consumer has caught up. They wait for two steps in a row that find the feed empty. The first
 * shows that all earlier changes are handled, and those that handlers wrote in turn. The second shows that the tick at the
 * end of the first wrote nothing.
 */
public final class CatchUpWaiters {

    private static final int QUIET_STEPS = 2;

    /** A caller that waits. */
    public static final class Target {
        private final CompletableFuture<Void> settled = new CompletableFuture<>();
        private @Nullable FeedPosition position;
        private boolean passed;
        private volatile boolean reached;
        private int quietSteps;

        public CompletableFuture<Void> settled() {
            return settled;
        }

        /** Returns whether every change that was in the feed when this caller began to wait is handled. */
        public boolean isReached() {
            return reached;
        }
    }

    // Used by one serial task of the consumer at a time.
    private final List<Target> targets = new ArrayList<>();

    /** Adds a caller; the position is the end of the feed, or null if reading it failed. */
    public void add(Target target, @Nullable FeedPosition end) {
        target.position = end;
        targets.add(target);
    }

    public boolean isEmpty() {
        return targets.isEmpty();
    }

    /** Records which callers' positions the fetched changes include. */
    public void fetched(ChangeFetcher fetched) {
        targets.removeIf(target -> target.settled.isDone());
        for (Target target : targets) {
            target.passed |= fetched.caughtUp() || (target.position != null && fetched.hasPassed(target.position));
        }
    }

    /** Records that every change up to this position is handled or a dead letter. */
    public void done(FeedPosition position) {
        for (Target target : targets) {
            target.reached |= target.passed || position.equals(target.position);
        }
    }

    /** Records that the fetched changes will be fetched again. */
    public void dropped() {
        targets.forEach(target -> target.passed = false);
    }

    /** Records the end of a step. A quiet step read the feed to its end and found nothing to deliver. */
    public void stepped(boolean quiet) {
        for (Target target : List.copyOf(targets)) {
            target.quietSteps = quiet ? target.quietSteps + 1 : 0;
            if (target.quietSteps == QUIET_STEPS) {
                targets.remove(target);
                target.settled.complete(null);
            }
        }
    }
}
