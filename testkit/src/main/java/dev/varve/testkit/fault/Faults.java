package dev.varve.testkit.fault;

import dev.varve.core.Rejected;
import dev.varve.testkit.random.Draw;
import java.util.concurrent.Executor;

/**
 * Which calls go wrong, drawn from one seed: the n-th call meets the same fault whenever it is run.
 *
 * @param throttled of a hundred calls, how many are turned away before anything happens
 * @param lost of a hundred calls, how many are carried out without their answer getting back
 * @param slow of a hundred calls, how many are answered through the executor
 * @param slowly where slow answers are given; {@link java.util.concurrent.CompletableFuture#delayedExecutor} for real delays
 */
public record Faults(long seed, int throttled, int lost, int slow, Executor slowly) {

    /** What happens to a call. */
    public enum Fault {
        NONE,
        /** Nothing is written, and the caller learns it. */
        THROTTLED,
        /** It is carried out, and the caller does not learn it. */
        LOST,
        /** It is carried out, and the caller learns it late. */
        SLOW
    }

    public Faults {
        if (throttled < 0 || lost < 0 || slow < 0 || throttled + lost + slow > 100) {
            throw new Rejected(
                    "faults.percent",
                    "faults are 0 to 100 of a hundred calls together; given %s throttled, %s lost, %s slow"
                            .formatted(throttled, lost, slow));
        }
    }

    /** Returns faults that never happen. */
    public static Faults none(long seed) {
        return new Faults(seed, 0, 0, 0, Runnable::run);
    }

    public Faults throttled(int percent) {
        return new Faults(seed, percent, lost, slow, slowly);
    }

    public Faults lost(int percent) {
        return new Faults(seed, throttled, percent, slow, slowly);
    }

    public Faults slow(int percent, Executor executor) {
        return new Faults(seed, throttled, lost, percent, executor);
    }

    /** Returns what happens to the call with this number, counted from 0 over all tables of an engine. */
    public Fault at(long call) {
        int drawn = new Draw(seed * 1_000_003 + call).below(100);
        if (drawn < throttled) {
            return Fault.THROTTLED;
        } else if (drawn < throttled + lost) {
            return Fault.LOST;
        }
        return drawn < throttled + lost + slow ? Fault.SLOW : Fault.NONE;
    }
}
