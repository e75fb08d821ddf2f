package dev.varve.testkit.model;

import dev.varve.core.Retry;
import dev.varve.core.VarveException;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.FaultyEngine;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What callers do about failures that pass: they repeat the call. Without faults, no call may fail. */
public final class Repeating {

    /** So many failures in a row are no chance: a call of a hundred requests gets through one time in a thousand or so. */
    static final int MOST_ATTEMPTS = 2_000;

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
                return new Result<>(call.get(), attempt > 1);
            } catch (VarveException e) {
                if (engine == null || e.retry() == Retry.NEVER || attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }
}
