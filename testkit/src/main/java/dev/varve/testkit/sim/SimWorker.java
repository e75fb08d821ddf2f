package dev.varve.testkit.sim;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.error.Retry;
import dev.varve.error.VarveException;
import dev.varve.feed.Change;
import dev.varve.rollup.internal.RollupAccess;
import dev.varve.rollup.internal.RollupWorker;
import dev.varve.schema.Schema;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.FaultyEngine;
import dev.varve.testkit.random.Draw;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A simulated process with a rollup worker; its requests are released one by one. */
final class SimWorker {

    /** The environment of a worker. */
    record Post(Engine engine, MutableClock clock, DrawnRollup drawn, Schema schema) {}

    /** How a worker handles changes. */
    private enum Handling {
        AT_ONCE,
        COLLECTING,
        /** Time passes between collecting changes and the flush. */
        COLLECTING_AND_TICKING
    }

    private final int number;
    private final HeldEngine held;
    private final FaultyEngine faulty;
    private final RollupWorker worker;
    private final int wholePercent;
    private final Handling handling;
    private @Nullable CompletableFuture<Void> task;
    private SimFeed.@Nullable Batch batch;

    SimWorker(int number, Post post, Draw draw) {
        this.number = number;
        Faults faults = draw.chance(40)
                ? Faults.none(draw.nextLong())
                : Faults.none(draw.nextLong())
                        .with(Faults.Fault.THROTTLED, draw.below(3))
                        .with(Faults.Fault.UNAVAILABLE, draw.below(2))
                        .with(Faults.Fault.UNSENT, draw.below(2))
                        .with(Faults.Fault.LOST, draw.below(4))
                        .with(Faults.Fault.PARTIAL, draw.below(10));
        faulty = new FaultyEngine(post.engine(), Faults.none(0));
        held = new HeldEngine(faulty);
        wholePercent = draw.oneOf(30, 70, 95);
        handling = draw.oneOf(Handling.values());
        Varve db = Varve.on(held)
                .clock(post.clock())
                .parallel(draw.oneOf(1, 4, 16))
                .open(post.schema());
        worker = new RollupWorker(
                RollupAccess.instance().runtime(db.series(post.drawn().series()).rollup()));
        held.hold();
        faulty.meet(faults);
    }

    boolean isIdle() {
        return task == null;
    }

    void handle(SimFeed.Batch changes) {
        batch = changes;
        List<Change> all = changes.changes();
        if (handling == Handling.AT_ONCE) {
            task = worker.handle(all);
            return;
        }
        int half = all.size() / 2;
        task = worker.collect(all.subList(0, half))
                .thenCompose(first ->
                        handling == Handling.COLLECTING ? CompletableFuture.completedFuture(null) : worker.tick())
                .thenCompose(ticked -> worker.collect(all.subList(half, all.size())))
                .thenCompose(second -> worker.flush());
    }

    void tick() {
        task = worker.tick();
    }

    void refreshGroups() {
        task = worker.refreshGroups(true);
    }

    /** Injects no faults from now on. */
    void stopFaults() {
        faulty.meet(Faults.none(0));
    }

    /** Releases one request. */
    void step(Draw draw) {
        if (!held.isIdle()) {
            held.step(draw, wholePercent);
        } else if (task != null && !task.isDone()) {
            throw new AssertionError(this + " has no request in flight but is not done");
        }
    }

    /** Returns the finished work, whether it succeeded or failed for a transient reason, or null while it is running. */
    @Nullable
    Done finished() {
        CompletableFuture<Void> finished = task;
        if (finished == null || !finished.isDone()) {
            return null;
        }
        SimFeed.Batch changes = batch;
        task = null;
        batch = null;
        try {
            finished.join();
            return new Done(changes, true);
        } catch (CompletionException e) {
            if (e.getCause() instanceof VarveException cause && cause.retry() != Retry.NEVER) {
                return new Done(changes, false);
            }
            throw e;
        }
    }

    /** Finished work; {@code changes} is null if it did not handle changes. */
    record Done(SimFeed.@Nullable Batch changes, boolean isSuccess) {}

    void crash(Draw draw) {
        held.crash(draw);
    }

    @Override
    public String toString() {
        return "worker " + number;
    }
}
