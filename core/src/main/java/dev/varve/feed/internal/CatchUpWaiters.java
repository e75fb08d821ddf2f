package dev.varve.feed.internal;

import dev.varve.feed.FeedPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Callers that wait until a consumer has caught up. They wait for two steps in a row that find the feed empty: the first
 * one shows that everything written before is handled, and what handlers wrote in turn; the second one that the tick which
 * ended the first wrote nothing more.
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

        /** Returns whether everything is handled that was in the feed when this caller began to wait. */
        public boolean isReached() {
            return reached;
        }
    }

    // Touched by one piece of serial work at a time.
    private final List<Target> targets = new ArrayList<>();

    /** Adds a caller; the position is the end of the feed, or null where the feed did not tell it. */
    public void add(Target target, @Nullable FeedPosition end) {
        target.position = end;
        targets.add(target);
    }

    /** Notes which positions lie within what was taken on. */
    public void taken(ChangeFetcher intake) {
        targets.removeIf(target -> target.settled.isDone());
        for (Target target : targets) {
            target.passed |= intake.caughtUp() || (target.position != null && intake.hasPassed(target.position));
        }
    }

    /** Notes that everything up to this position is handled or parked. */
    public void done(FeedPosition position) {
        for (Target target : targets) {
            target.reached |= target.passed || position.equals(target.position);
        }
    }

    /** Notes that what was taken on will be taken on again. */
    public void dropped() {
        targets.forEach(target -> target.passed = false);
    }

    /** Notes the end of a step. A quiet step read the feed to its end and found nothing to hand over. */
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
