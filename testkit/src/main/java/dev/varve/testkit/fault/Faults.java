package dev.varve.testkit.fault;

import dev.varve.error.Rejected;
import dev.varve.testkit.random.Draw;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * Which calls go wrong, drawn from one seed: the n-th call meets the same fault whenever it is run.
 *
 * @param percents of a hundred calls, how many meet each fault
 * @param slowly where slow answers are given; {@link java.util.concurrent.CompletableFuture#delayedExecutor} for real delays
 */
public record Faults(long seed, Map<Fault, Integer> percents, Executor slowly) {

    /** What happens to a call. */
    public enum Fault {
        NONE,
        /** Nothing is written, and the caller learns it. */
        THROTTLED,
        /** Nothing is written, because nobody can be reached, and the caller learns it. */
        UNAVAILABLE,
        /** It is never carried out, and the caller does not learn it. */
        UNSENT,
        /** It is carried out, and the caller does not learn it. */
        LOST,
        /** Of a batch, the second half is left over; another call is carried out. */
        PARTIAL,
        /** It is carried out, and the caller learns it late. */
        SLOW
    }

    public Faults {
        Map<Fault, Integer> sorted = new EnumMap<>(Fault.class);
        sorted.putAll(percents);
        percents = sorted;
        int sum = percents.values().stream().mapToInt(Integer::intValue).sum();
        if (sum > 100 || percents.values().stream().anyMatch(percent -> percent < 0)) {
            throw new Rejected(
                    "faults.percent", "faults are 0 to 100 of a hundred calls together; given %s".formatted(percents));
        }
    }

    /** Returns faults that never happen. */
    public static Faults none(long seed) {
        return new Faults(seed, Map.of(), Runnable::run);
    }

    /** Lets so many of a hundred calls meet this fault. */
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

    /** Returns what happens to the call with this number, counted from 0 over all tables of an engine. */
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
