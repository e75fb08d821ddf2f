package dev.varve.rollup.internal;

import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.rollup.internal.definition.RetentionRules;
import dev.varve.rollup.internal.definition.RowMapping;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Rows of groups in buckets whose stored rows lack events: those that are only in memory, or whose refresh is not due yet. Such a
 * row is computed on read, from all events of the members that have some in memory and from the stored rows of all others. It is not
 * stored. Thread-safe.
 *
 * <p>All groups and values of a bucket are computed at once. If that took long, they are shown again for some time, so that readers
 * take a bounded part of the processor.
 */
final class OpenGroups {

    /** Results are shown again for this many times as long as it took to compute all of them. */
    private static final int REUSE = 10;

    private static final Duration MAX_REUSE = Duration.ofSeconds(10);

    /** After this time others wait for a computation that is under way, instead of starting one of their own. */
    private static final Duration LONG = Duration.ofMillis(100);

    /** The most buckets of one tier that are computed for one read, the newest first. */
    private static final int MAX_BUCKETS = 100;

    /** The most rows of members that are computed for one read. */
    private static final int MAX_ROWS = 500_000;

    private final RollupRuntime rollup;
    private final Map<Instant, Computed> known = new HashMap<>();
    private final AtomicBoolean isWanted = new AtomicBoolean();

    OpenGroups(RollupRuntime rollup) {
        this.rollup = rollup;
    }

    /** The rows of one bucket by group and value, null inside if there are too many members. */
    private static final class Computed {
        private final Instant begun;
        private final CompletableFuture<@Nullable Map<String, Map<String, RowFold>>> rows = new CompletableFuture<>();
        private volatile @Nullable Instant ended;

        Computed(Instant begun) {
            this.begun = begun;
        }

        Duration time() {
            Instant end = ended;
            return end == null ? Duration.ZERO : Duration.between(begun, end);
        }

        boolean isUsable(Instant now, Duration reuse) {
            Instant end = ended;
            if (end == null) {
                return now.isAfter(begun.plus(LONG));
            }
            return !rows.isCompletedExceptionally() && now.isBefore(end.plus(reuse));
        }
    }

    /**
     * Returns the starts of the buckets of a tier in a range whose stored rows may lack events; the newest, if there are too many.
     */
    CompletableFuture<Set<Instant>> starts(int tier, TimeRange range) {
        if (range.isEmpty() || !rollup.source().isReportedLate()) {
            return CompletableFuture.completedFuture(Set.of());
        }
        RowMapping mapping = rollup.tiers().get(tier).mapping();
        TimeRange whole = new TimeRange(range.from(), mapping.end(range.to().minusNanos(1)));
        Map<Parts, List<TimeRange>> open = rollup.source().open(whole);
        Set<TimeRange> times = new HashSet<>();
        open.values().forEach(times::addAll);
        NavigableSet<Instant> starts = new TreeSet<>();
        for (TimeRange each : times) {
            for (Instant start = mapping.start(each.from()); start.isBefore(each.to()); start = mapping.end(start)) {
                starts.add(start);
            }
        }
        int most = Math.min(MAX_BUCKETS, MAX_ROWS / Math.max(1, open.size()));
        return rollup.state().marks().thenApply(marks -> {
            for (RollupState.Mark mark : marks) {
                if (mark.grain() == mapping.tier().grain()
                        && starts.add(mark.start())
                        && range.contains(mark.start())) {
                    isWanted.set(true);
                }
            }
            Instant now = rollup.now();
            // The rows of coarser tiers are computed from finer ones, which may have expired, as rows of members may
            // have.
            RetentionRules retention = rollup.compiled().retention();
            starts.removeIf(start -> !range.contains(start)
                    || retention.isSealed(tier, start, now)
                    || retention.isGroupSealed(tier, start, now));
            while (starts.size() > most) {
                starts.pollFirst();
            }
            return starts;
        });
    }

    /**
     * Returns whether readers have computed rows since the last call that a refresh would store: it would spare the next readers the
     * work.
     */
    boolean takeWanted() {
        return isWanted.getAndSet(false);
    }

    /** Returns the row of a group in a bucket of the finest tier, or null if only the stored row can be shown. */
    CompletableFuture<@Nullable Item> row(String group, Parts value, Instant start) {
        return rows(start).thenApply(rows -> {
            if (rows == null) {
                return null;
            }
            Map<String, RowFold> values = rows.getOrDefault(group, Map.of());
            String text = value.names().isEmpty()
                    ? ""
                    : value.text(value.names().iterator().next());
            RowFold fold = values.get(text);
            // Accumulators may change while they are written, and several readers share them.
            synchronized (rows) {
                return (fold == null ? RowFold.ofGroup(rollup.compiled()) : fold).row();
            }
        });
    }

    /** Returns for how long results are shown again. One read may need many buckets, so their times add up. */
    private Duration reuse() {
        Duration reuse = known.values().stream()
                .map(Computed::time)
                .reduce(Duration.ZERO, Duration::plus)
                .multipliedBy(REUSE);
        return reuse.compareTo(MAX_REUSE) < 0 ? reuse : MAX_REUSE;
    }

    private CompletableFuture<@Nullable Map<String, Map<String, RowFold>>> rows(Instant start) {
        Computed computed;
        synchronized (this) {
            Instant now = rollup.now();
            Duration reuse = reuse();
            known.values().removeIf(each -> each.ended != null && !each.isUsable(now, reuse));
            Computed usable = known.get(start);
            if (usable != null && usable.isUsable(now, reuse)) {
                return usable.rows;
            }
            computed = new Computed(now);
            known.put(start, computed);
        }
        // Looked at before rows are read: an event that is reported meanwhile is in one of them.
        Set<Parts> open = rollup.source().open(rollup.bucket(0, start)).keySet();
        var unused = CompletableFuture.completedFuture(open)
                .thenCompose(members -> GroupRows.composed(rollup, start, members))
                .whenComplete((rows, error) -> {
                    computed.ended = rollup.now();
                    if (error == null) {
                        computed.rows.complete(rows);
                    } else {
                        computed.rows.completeExceptionally(error);
                    }
                });
        return computed.rows;
    }
}
