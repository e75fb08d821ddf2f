package dev.varve.analytics.session.internal;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.error.Retry;
import dev.varve.error.VarveException;
import dev.varve.schema.Schema;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.FaultyEngine;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.sim.HeldEngine;
import dev.varve.testkit.sim.SimFeed;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A simulated process with a session worker, whose requests are released one by one. */
final class SimSessionWorker {

    private final int number;
    private final HeldEngine held;
    private final FaultyEngine faulty;
    private final SessionWorker worker;
    private final int wholePercent;
    private @Nullable CompletableFuture<Void> task;
    private SimFeed.@Nullable Batch batch;

    SimSessionWorker(int number, Engine engine, MutableClock clock, Schema schema, Draw draw) {
        this.number = number;
        faulty = new FaultyEngine(engine, Faults.none(0));
        held = new HeldEngine(faulty);
        wholePercent = draw.oneOf(20, 60, 95);
        worker = new SessionWorker(TestHits.store(Varve.on(held).clock(clock).open(schema)), clock);
        held.hold();
        faulty.meet(
                draw.chance(40)
                        ? Faults.none(draw.nextLong())
                        : Faults.none(draw.nextLong())
                                .with(Faults.Fault.THROTTLED, draw.below(4))
                                .with(Faults.Fault.UNSENT, draw.below(3))
                                .with(Faults.Fault.LOST, draw.below(6))
                                .with(Faults.Fault.PARTIAL, draw.below(20)));
    }

    boolean isIdle() {
        return task == null;
    }

    void handle(SimFeed.Batch changes) {
        batch = changes;
        task = worker.handle(changes.changes());
    }

    /** Injects no more faults. */
    void stopFaults() {
        faulty.meet(Faults.none(0));
    }

    /** Releases one request. Returns the batch that it completed, if any. */
    SimFeed.@Nullable Batch step(Draw draw) {
        if (!held.isIdle()) {
            held.step(draw, wholePercent);
        } else if (task != null && !task.isDone()) {
            throw new AssertionError(this + " has no request in flight but is not done");
        }
        CompletableFuture<Void> finished = task;
        if (finished == null || !finished.isDone()) {
            return null;
        }
        SimFeed.Batch changes = batch;
        task = null;
        batch = null;
        try {
            finished.join();
            return changes;
        } catch (CompletionException e) {
            if (e.getCause() instanceof VarveException cause && cause.retry() != Retry.NEVER) {
                return null;
            }
            throw e;
        }
    }

    void crash(Draw draw) {
        held.crash(draw);
    }

    @Override
    public String toString() {
        return "worker " + number;
    }
}
