package dev.varve.series.internal.packed.journal;

import dev.varve.table.Journal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The journals of one packed series: that of this process, and those that processes left behind. */
public interface Journals {

    /** How often other processes are told that this one is alive, and abandoned journals are looked for. */
    Duration RENEW_EVERY = Duration.ofSeconds(20);

    /** The journal of a process that has ended, with the name of its writer. */
    record Abandoned(String writer, TakenOverJournal journal) {}

    /** Returns the name of this process's journal, unique among the journals of the series. */
    String writer();

    /** Returns the journal of this process. */
    Journal own();

    /**
     * Takes over the journals of processes that have ended. Nobody appends to them; their records must be applied and
     * trimmed.
     */
    default CompletableFuture<List<Abandoned>> takeOver() {
        return CompletableFuture.completedFuture(List.of());
    }

    /** Returns the journals of all processes that use the table now, with a consistent read; only if they are shared. */
    default CompletableFuture<List<FollowedJournal>> follow() {
        return CompletableFuture.completedFuture(List.of());
    }

    /** Returns whether other processes append to journals of the same series. */
    default boolean isShared() {
        return false;
    }

    /** Tells other processes that this one is alive; called at least every {@link #RENEW_EVERY}. */
    default CompletableFuture<Void> renew() {
        return CompletableFuture.completedFuture(null);
    }

    /** Begins a new journal, because another process has taken over the own one. */
    default void restart() {}

    /** Ends the use of the own journal, after its last record is applied. */
    default CompletableFuture<Void> release() {
        return CompletableFuture.completedFuture(null);
    }

    /** Returns the journal that an engine keeps for the only process that uses it. */
    static Journals single(Journal journal) {
        return new Journals() {
            @Override
            public String writer() {
                return "local";
            }

            @Override
            public Journal own() {
                return journal;
            }
        };
    }
}
