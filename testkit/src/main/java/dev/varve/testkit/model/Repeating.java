package dev.varve.testkit.model;

import dev.varve.error.Retry;
import dev.varve.error.VarveException;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.FaultyEngine;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Repeats calls after transient failures, as callers do. Without faults, no call may fail. */
public final class Repeating {

    /**
     * After this many failures the faults pause for one attempt; otherwise a call with a hundred requests would never
     * succeed.
     */
    private static final int PATIENCE = 6;

    /** More failures than this are not due to chance. */
    static final int MOST_ATTEMPTS = 100;

    /** A result, and whether it took several attempts. */
    record Result<T>(T value, boolean isRepeated) {}

    private final @Nullable FaultyEngine engine;
    private final Faults faults;

    private Repeating(@Nullable FaultyEngine engine, Faults faults) {
        this.engine = engine;
        this.faults = faults;
    }

    /** Returns an instance that repeats nothing. */
    public static Repeating nothing() {
        return new Repeating(null, Faults.none(0));
    }

    /** Injects these faults once the tables of the engine are open, and repeats failed calls. */
    public static Repeating through(FaultyEngine engine, Faults faults) {
        return new Repeating(engine, faults);
    }

    /** Returns faults of every kind, each for a few percent of the calls. */
    public static Faults everyFault(long seed) {
        return Faults.none(seed)
                .with(Faults.Fault.THROTTLED, 4)
                .with(Faults.Fault.UNAVAILABLE, 2)
                .with(Faults.Fault.UNSENT, 3)
                .with(Faults.Fault.LOST, 6)
                .with(Faults.Fault.PARTIAL, 10)
                .slow(3, ForkJoinPool.commonPool());
    }

    boolean isFaulty() {
        return engine != null;
    }

    void begin() {
        if (engine != null) {
            engine.meet(faults);
        }
    }

    void end() {
        if (engine != null) {
            engine.meet(Faults.none(0));
        }
    }

    <T> Result<T> call(Supplier<T> call) {
        for (int attempt = 1; ; attempt++) {
            try {
                return new Result<>(attempt(attempt, call), attempt > 1);
            } catch (VarveException e) {
                if (engine == null || e.retry() == Retry.NEVER || attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Runs the attempt with this number, counted from 1. */
    <T> T attempt(int number, Supplier<T> call) {
        if (engine == null || number <= PATIENCE) {
            return call.get();
        }
        engine.meet(Faults.none(0));
        try {
            return call.get();
        } finally {
            engine.meet(faults);
        }
    }
}
