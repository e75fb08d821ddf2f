package dev.varve.testkit.model;

import dev.varve.error.Retry;
import dev.varve.error.VarveException;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.FaultyEngine;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What callers do about failures that pass: they repeat the call. Without faults, no call may fail. */
public final class Repeating {

    /** After so many failures the faults pause for one attempt: a call of a hundred requests would never get through. */
    private static final int PATIENCE = 6;

    /** More failures than these are no chance. */
    static final int MOST_ATTEMPTS = 100;

    /** An answer, and whether it took several attempts. */
    record Result<T>(T value, boolean isRepeated) {}

    private final @Nullable FaultyEngine engine;
    private final Faults faults;

    private Repeating(@Nullable FaultyEngine engine, Faults faults) {
        this.engine = engine;
        this.faults = faults;
    }

    /** Repeats nothing. */
    public static Repeating nothing() {
        return new Repeating(null, Faults.none(0));
    }

    /** Lets an engine meet these faults from the moment on when its tables are open, and repeats what fails. */
    public static Repeating through(FaultyEngine engine, Faults faults) {
        return new Repeating(engine, faults);
    }

    /** Returns faults of every kind, each in a few of a hundred calls. */
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

    /** Makes the attempt with this number, counted from 1. */
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
