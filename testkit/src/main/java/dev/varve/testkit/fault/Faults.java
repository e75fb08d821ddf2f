package dev.varve.testkit.fault;

import dev.varve.error.Rejected;
import dev.varve.testkit.random.Draw;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * A plan of faults from one seed: the n-th call meets the same fault in every run.
 *
 * @param percents the percentage of calls that meet each fault
 * @param slowly the executor for slow responses; use {@link java.util.concurrent.CompletableFuture#delayedExecutor} for
 *     real delays
 */
public record Faults(long seed, Map<Fault, Integer> percents, Executor slowly) {

    /** A fault of a call. */
    public enum Fault {
        NONE,
        /** Nothing is written, and the caller gets {@code Throttled}. */
        THROTTLED,
        /** Nothing is written, because the service cannot be reached, and the caller gets {@code Unavailable}. */
        UNAVAILABLE,
        /** The call is not executed, but its outcome is unknown to the caller. */
        UNSENT,
        /** The call is executed, but its outcome is unknown to the caller. */
        LOST,
        /** The second half of a batch is left unprocessed; any other call is executed normally. */
        PARTIAL,
        /** The call is executed, and its response is late. */
        SLOW
    }

    public Faults {
        Map<Fault, Integer> sorted = new EnumMap<>(Fault.class);
        sorted.putAll(percents);
        percents = sorted;
        int sum = percents.values().stream().mapToInt(Integer::intValue).sum();
        if (sum > 100 || percents.values().stream().anyMatch(percent -> percent < 0)) {
            throw new Rejected(
                    "faults.percent",
                    "the percentages of all faults must add up to at most 100, each 0 or more; given %s"
                            .formatted(percents));
        }
    }

    /** Returns a plan without faults. */
    public static Faults none(long seed) {
        return new Faults(seed, Map.of(), Runnable::run);
    }

    /** Returns a plan in which this percentage of calls meets the fault. */
    public Faults with(Fault fault, int percent) {
        Map<Fault, Integer> more = new EnumMap<>(Fault.class);
        more.putAll(percents);
        more.put(fault, percent);
        return new Faults(seed, more, slowly);
    }

    public Faults throttled(int percent) {
        return with(Fault.THROTTLED, percent);
    }

    public Faults lost(int percent) {
        return with(Fault.LOST, percent);
    }

    public Faults slow(int percent, Executor executor) {
        return new Faults(seed, percents, executor).with(Fault.SLOW, percent);
    }

    /** Returns the fault of the call with this number, counted from 0 over all tables of an engine. */
    public Fault at(long call) {
        int drawn = new Draw(seed * 1_000_003 + call).below(100);
        for (Map.Entry<Fault, Integer> fault : percents.entrySet()) {
            if (drawn < fault.getValue()) {
                return fault.getKey();
            }
            drawn -= fault.getValue();
        }
        return Fault.NONE;
    }
}
