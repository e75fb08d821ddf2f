package dev.varve.series.internal.packed.follow;

import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.series.internal.packed.journal.FollowedJournal;
import dev.varve.series.internal.packed.others.OtherRows;
import dev.varve.series.internal.packed.row.RowChange;
import dev.varve.series.internal.packed.step.PackedState;
import dev.varve.table.Consistency;
import dev.varve.table.Journal;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Follows the journals of other processes that write the same packed series, so that readers see rows before they are in blocks.
 *
 * <p>The list of writers is read consistently, their records are not: numbers have no gaps, so that a record that a read did not
 * show is noticed, and read with the next call. When a writer disappears, or another journal holds its rows, all journals are
 * read consistently once: its rows must be in them, or in blocks, before they are removed here. From then on readers read
 * blocks consistently for a while.
 */
public final class OtherWriters {

    /** The rows of others take at most about this much memory; beyond it, the oldest appear when they are in blocks. */
    private static final long MAX_BYTES =
            Math.min(512L << 20, Runtime.getRuntime().maxMemory() / 8);

    /** How long after rows were removed here an eventually consistent read may not show the block that holds them. */
    static final Duration LAG = Duration.ofMinutes(2);

    /** How many journals are read at the same time. */
    private static final int PARALLEL = 4;

    private static final System.Logger LOG = System.getLogger(OtherWriters.class.getName());

    /** Gets what was read, when readers see it. */
    public interface Listener {

        void read(List<RowChange> changes);

        /** Called if rows may have gone into blocks before they were read here. */
        void missed();
    }

    /** What is new for listeners. */
    private record News(List<RowChange> changes, boolean isMissing) {}

    /** The changes of one record. */
    private record Decoded(long number, List<RowChange> changes) {}

    /** What was read of one journal. */
    private record Read(FollowedJournal journal, List<Decoded> records) {}

    private final PackedState state;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Map<String, Long> done = new HashMap<>();
    private final Set<String> adopted = new HashSet<>();
    private @Nullable CompletableFuture<Void> running;
    private long maxBytes = MAX_BYTES;
    private boolean isFull;
    private volatile boolean hasRead;
    private volatile Instant removedAt = Instant.MIN;

    public OtherWriters(PackedState state) {
        this.state = state;
    }

    public void listen(Listener listener) {
        listeners.add(listener);
    }

    /** Returns whether this process reads the journals of others. */
    public boolean isFollowing() {
        return hasRead;
    }

    /** Lets the rows take less memory, for tests. */
    public void atMost(long bytes) {
        maxBytes = bytes;
    }

    /** Returns whether an eventually consistent read of blocks may miss rows that readers have seen here. */
    public boolean mustReadConsistently() {
        Instant removed = removedAt;
        return !removed.equals(Instant.MIN) && state.now().isBefore(removed.plus(LAG));
    }

    /** Reads what other writers have appended since the last call. */
    public synchronized CompletableFuture<Void> read() {
        CompletableFuture<Void> before = running;
        if (before != null && !before.isDone()) {
            return before;
        }
        CompletableFuture<Void> next = state.journals().follow().thenCompose(this::read);
        running = next;
        return next;
    }

    private CompletableFuture<Void> read(List<FollowedJournal> listed) {
        List<FollowedJournal> others = others(listed);
        Consistency consistency = hasLost(others) ? Consistency.STRONG : Consistency.EVENTUAL;
        return ParallelCalls.map(others, PARALLEL, journal -> read(journal, consistency))
                .thenAccept(reads -> tell(apply(reads)));
    }

    /** Returns the journals to follow, in the order in which their changes are applied. */
    private synchronized List<FollowedJournal> others(List<FollowedJournal> listed) {
        Map<String, FollowedJournal> byName = new HashMap<>();
        listed.forEach(journal -> byName.put(journal.writer(), journal));
        adopted.retainAll(byName.keySet());
        return listed.stream()
                .filter(journal -> !journal.writer().equals(state.journals().writer()))
                .filter(journal -> !journal.isAdopted() && !adopted.contains(journal.writer()))
                // A writer that takes a journal over may correct its rows.
                .sorted(Comparator.comparingInt((FollowedJournal journal) -> -owners(journal, byName))
                        .thenComparing(FollowedJournal::writer))
                .toList();
    }

    private static int owners(FollowedJournal journal, Map<String, FollowedJournal> byName) {
        int count = 0;
        FollowedJournal owner = byName.get(journal.owner());
        while (owner != null && count < byName.size()) {
            count++;
            owner = byName.get(owner.owner());
        }
        return count;
    }

    private synchronized boolean hasLost(List<FollowedJournal> others) {
        Set<String> names = new HashSet<>(done.keySet());
        others.forEach(journal -> names.remove(journal.writer()));
        return !names.isEmpty();
    }

    private synchronized long done(FollowedJournal journal) {
        return Math.max(done.getOrDefault(journal.writer(), 0L), journal.trimmed());
    }

    private CompletableFuture<Read> read(FollowedJournal journal, Consistency consistency) {
        List<Decoded> decoded = new ArrayList<>();
        long[] at = {done(journal)};
        return AsyncLoop.whileTrue(() -> read(journal, at[0], consistency).thenApply(records -> {
                    for (Journal.Entry entry : records.entries()) {
                        decoded.add(new Decoded(entry.number(), state.frames().decode(entry.content())));
                        at[0] = entry.number();
                    }
                    return !records.isEnd();
                }))
                .thenApply(read -> new Read(journal, decoded));
    }

    private static CompletableFuture<FollowedJournal.Records> read(
            FollowedJournal journal, long after, Consistency consistency) {
        return journal.read(after, consistency)
                .thenCompose(records -> consistency == Consistency.STRONG || hasNoGap(records.entries(), after)
                        ? CompletableFuture.completedFuture(records)
                        // Records that a consistent read does not show either are removed: blocks hold their rows.
                        : journal.read(after, Consistency.STRONG));
    }

    private static boolean hasNoGap(List<Journal.Entry> entries, long after) {
        return entries.isEmpty() || entries.get(entries.size() - 1).number() == after + entries.size();
    }

    /** Shows the changes to readers, all at once. */
    private synchronized News apply(List<Read> reads) {
        List<RowChange> changes = new ArrayList<>();
        boolean isMissing = hasRead && isMissing(reads);
        hasRead = true;
        Map<String, Long> floors = new LinkedHashMap<>();
        long nowMillis = state.now().toEpochMilli();
        state.memory().locked(() -> {
            OtherRows rows = state.memory().others();
            for (Read read : reads) {
                String writer = read.journal().writer();
                if (adopted.contains(writer)) {
                    // The own journal has got its rows since the list was read.
                    continue;
                }
                for (Decoded each : read.records()) {
                    each.changes().forEach(change -> rows.add(writer, each.number(), change));
                    changes.addAll(each.changes());
                    done.put(writer, each.number());
                }
                done.putIfAbsent(writer, 0L);
                floors.put(writer, read.journal().trimmed());
            }
            if (rows.keep(floors, nowMillis)) {
                removedAt = state.now();
            }
            rows.forgetEmpty(nowMillis - LAG.toMillis());
            return true;
        });
        done.keySet().retainAll(floors.keySet());
        limit();
        return new News(changes, isMissing);
    }

    /** Returns whether records were trimmed that were not read before. */
    private boolean isMissing(List<Read> reads) {
        Set<String> lost = new HashSet<>(done.keySet());
        boolean isTrimmed = false;
        for (Read read : reads) {
            lost.remove(read.journal().writer());
            isTrimmed |=
                    read.journal().trimmed() > done.getOrDefault(read.journal().writer(), 0L);
        }
        return isTrimmed || !lost.isEmpty();
    }

    private void limit() {
        int removed = state.memory().locked(() -> {
            OtherRows rows = state.memory().others();
            return rows.bytes() <= maxBytes ? 0 : rows.shrink(maxBytes / 4 * 3);
        });
        if (removed > 0 && !isFull) {
            LOG.log(
                    Level.WARNING,
                    "the rows that other processes have not sealed take more than {0} MB: the oldest {1} buckets are left out of"
                            + " reads until they are sealed; give the process a larger heap",
                    maxBytes >> 20,
                    removed);
        }
        isFull = removed > 0;
    }

    private void tell(News news) {
        for (Listener listener : listeners) {
            if (news.isMissing()) {
                listener.missed();
            }
            if (!news.changes().isEmpty()) {
                listener.read(news.changes());
            }
        }
    }

    /** Forgets the rows of a writer, because the own journal holds them. */
    synchronized void adopted(String writer) {
        adopted.add(writer);
        done.remove(writer);
        state.memory().locked(() -> {
            state.memory().others().remove(writer);
            return true;
        });
    }
}
