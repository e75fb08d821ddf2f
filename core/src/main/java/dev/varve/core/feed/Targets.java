package dev.varve.core.feed;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Those who wait until a consumer has come to a position. */
final class Targets {

    private static final class Target {
        private final FeedPosition position;
        private final CompletableFuture<Void> reached;
        private boolean passed;

        private Target(FeedPosition position, CompletableFuture<Void> reached) {
            this.position = position;
            this.reached = reached;
        }
    }

    private final List<Target> targets = new ArrayList<>();

    void add(FeedPosition position, CompletableFuture<Void> reached) {
        targets.add(new Target(position, reached));
    }

    /** Notes which positions lie within what was taken on. */
    void taken(Intake intake) {
        targets.removeIf(target -> target.reached.isDone());
        for (Target target : targets) {
            target.passed |= intake.hasPassed(target.position);
        }
    }

    /** Tells those whose position lies at this one or was taken on: all of that is handled or parked. */
    void done(FeedPosition reached) {
        List<Target> there = targets.stream()
                .filter(target -> target.passed || target.position.equals(reached))
                .toList();
        targets.removeAll(there);
        there.forEach(target -> target.reached.complete(null));
    }

    /** Notes that what was taken on will be taken on again. */
    void dropped() {
        targets.forEach(target -> target.passed = false);
    }
}
