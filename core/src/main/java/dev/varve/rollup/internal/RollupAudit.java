package dev.varve.rollup.internal;

import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.rollup.Group;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.RowProblem;
import dev.varve.rollup.internal.definition.RowMapping;
import dev.varve.table.Consistency;
import dev.varve.table.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Compares all rows of a range with their source, and refreshes those that differ if a refresher is given. */
final class RollupAudit {

    private final RollupRuntime rollup;
    private final TimeRange range;
    private final @Nullable RowRefresher refresher;
    private final LongConsumer progress;
    private final Instant now;
    private final Set<Instant> groupStarts = new TreeSet<>();
    private final List<Instant> closed = new ArrayList<>();
    private final List<RollupReport.Finding> findings = new ArrayList<>();
    private final Set<Key> foreign = new LinkedHashSet<>();
    private long series;
    private long rows;
    private long sealed;
    private long wrong;
    private long pending;
    private long incomplete;
    private long failed;
    private final List<RowProblem> problems = new ArrayList<>();

    /**
     * @param refresher refreshes wrong rows, or null to only verify
     * @param progress called with the number of finished identities
     */
    RollupAudit(RollupRuntime rollup, TimeRange range, @Nullable RowRefresher refresher, LongConsumer progress) {
        this.rollup = rollup;
        this.range = range;
        this.refresher = refresher;
        this.progress = progress;
        this.now = rollup.now();
    }

    /** Audits the rows of all identities. */
    CompletableFuture<RollupReport> run() {
        return run(each -> rollup.forMembers(range.from(), each));
    }

    /** Audits the rows of one identity, and of the groups it may be in. */
    CompletableFuture<RollupReport> run(Parts identity) {
        return run(each -> each.apply(List.of(identity)));
    }

    private CompletableFuture<RollupReport> run(
            Function<Function<List<Parts>, CompletableFuture<?>>, CompletableFuture<?>> members) {
        return ParallelCalls.map(
                        rollup.tiers(),
                        1,
                        tier -> rollup.state().closed(tier.mapping().tier().grain()))
                .thenCompose(known -> {
                    known.forEach(each -> closed.add(each.orElse(now)));
                    return members.apply(
                            some -> ParallelCalls.map(some, rollup.parallel(), member -> member(member, 0)));
                })
                .thenCompose(done -> groups())
                .thenApply(done -> new RollupReport(
                        series,
                        rows,
                        sealed,
                        wrong,
                        pending,
                        incomplete,
                        failed,
                        findings,
                        problems,
                        List.copyOf(foreign)));
    }

    /** Records a row that cannot be computed or compared. */
    private synchronized void failed(RowProblem problem) {
        // A member's row that cannot be read fails twice: when groups are compared, and when they are refreshed.
        if (!problems.contains(problem)) {
            failed++;
            list(problem);
        }
    }

    private synchronized void list(RowProblem problem) {
        if (problems.size() < RollupReport.MAX_FINDINGS) {
            problems.add(problem);
        }
    }

    /** Records the failure of one row and continues; fails if the failure concerns all rows. */
    private CompletableFuture<Void> skip(TierRows of, Parts identity, Instant start, Throwable error) {
        Throwable failure = AsyncLoop.failure(error);
        if (!RowProblems.isOfOneRow(failure)) {
            return CompletableFuture.failedFuture(failure);
        }
        failed(RowProblems.failed(of, identity, start, failure));
        return CompletableFuture.completedFuture(null);
    }

    /** Audits the rows of one identity tier by tier, because the next tier is computed from the refreshed rows. */
    private CompletableFuture<Void> member(Parts identity, int tier) {
        if (tier == rollup.tiers().size()) {
            finished();
            return CompletableFuture.completedFuture(null);
        }
        RowMapping mapping = rollup.tiers().get(tier).mapping();
        TimeRange whole = new TimeRange(
                mapping.start(range.from()), mapping.end(range.to().minusNanos(1)));
        Map<Instant, Sources> folds = new TreeMap<>();
        Map<Instant, Item> stored = new TreeMap<>();
        TierRows of = rollup.tiers().get(tier);
        return read(tier, identity, whole, folds)
                .thenCompose(read -> stored(of, identity, whole, stored))
                .thenCompose(read -> compare(tier, identity, folds, stored))
                .exceptionallyCompose(error -> skip(of, identity, whole.from(), error))
                .thenCompose(compared -> member(identity, tier + 1));
    }

    /** The source of one row, or the reason why it cannot be computed. */
    private final class Sources {
        private final RowFold fold = RowFold.ofSeries(rollup.compiled());
        private @Nullable RuntimeException failure;

        void add(Consumer<RowFold> source) {
            if (failure == null) {
                try {
                    source.accept(fold);
                } catch (RuntimeException e) {
                    failure = e;
                }
            }
        }

        Item row() {
            if (failure != null) {
                throw failure;
            }
            return fold.row();
        }
    }

    private synchronized void finished() {
        series++;
        progress.accept(series);
    }

    private CompletableFuture<?> read(int tier, Parts identity, TimeRange whole, Map<Instant, Sources> folds) {
        RowMapping mapping = rollup.tiers().get(tier).mapping();
        if (tier == 0) {
            return rollup.backfill()
                    .eventsIn(identity, whole)
                    .thenCompose(staged -> readEvents(identity, whole, staged, folds));
        }
        TierRows below = rollup.tiers().get(tier - 1);
        return below.forEach(
                identity,
                whole,
                Consistency.STRONG,
                stored -> folds.computeIfAbsent(mapping.start(stored.start()), first -> new Sources())
                        .add(fold -> fold.merge(stored.row())));
    }

    /** @param staged backfilled events; the events of their buckets are added in the order of all their clocks */
    private CompletableFuture<?> readEvents(
            Parts identity, TimeRange whole, List<Item> staged, Map<Instant, Sources> folds) {
        RowMapping mapping = rollup.tiers().get(0).mapping();
        Map<Instant, List<Item>> backfilled = new HashMap<>();
        staged.forEach(event -> backfilled
                .computeIfAbsent(mapping.start(rollup.source().clockOf(event)), first -> new ArrayList<>())
                .add(event));
        Map<Instant, List<Item>> beside = new HashMap<>();
        return rollup.source()
                .items(identity, whole)
                .forEachAsync(item -> {
                    Key key = rollup.source().keyOf(item);
                    rollup.source()
                            .find(key)
                            .ifPresentOrElse(
                                    event -> {
                                        Instant start = mapping.start(event.clock());
                                        if (backfilled.containsKey(start)) {
                                            beside.computeIfAbsent(start, first -> new ArrayList<>())
                                                    .add(item);
                                        } else {
                                            add(item, start, folds);
                                        }
                                    },
                                    () -> foreign(key));
                })
                .thenRun(() -> backfilled.forEach((start, events) -> rollup.backfill()
                        .merged(beside.getOrDefault(start, List.of()), events)
                        .forEach(event -> add(event, start, folds))));
    }

    private void add(Item event, Instant start, Map<Instant, Sources> folds) {
        folds.computeIfAbsent(start, first -> new Sources())
                .add(fold -> fold.add(rollup.source().restored(event), rollup.fields()));
    }

    private CompletableFuture<?> stored(TierRows rows, Parts identity, TimeRange whole, Map<Instant, Item> stored) {
        return rows.forEach(
                identity,
                whole,
                Consistency.STRONG,
                row -> stored.put(row.start(), rows.content(row.row())),
                this::foreign);
    }

    private synchronized void foreign(Key key) {
        if (foreign.size() < RollupReport.MAX_FINDINGS) {
            foreign.add(key);
        }
    }

    private CompletableFuture<Void> compare(
            int tier, Parts identity, Map<Instant, Sources> folds, Map<Instant, Item> stored) {
        Set<Instant> starts = new TreeSet<>(folds.keySet());
        starts.addAll(stored.keySet());
        List<Instant> differing = new ArrayList<>();
        for (Instant start : starts) {
            boolean isOpen = tier > 0 && rollup.bucket(tier, start).to().isAfter(closed.get(tier));
            boolean isSealed = rollup.compiled().retention().isSealed(tier, start, now);
            boolean isExpired = rollup.tiers().get(tier).mapping().isExpired(start, now);
            if (isSealed || isOpen || isExpired) {
                count(0, isSealed ? 1 : 0);
            } else if (!check(
                    rollup.tiers().get(tier),
                    identity,
                    start,
                    stored.get(start),
                    folds.getOrDefault(start, new Sources())::row)) {
                differing.add(start);
            }
        }
        synchronized (this) {
            if (tier == 0) {
                groupStarts.addAll(starts);
            }
        }
        RowRefresher active = refresher;
        return active == null
                ? CompletableFuture.completedFuture(null)
                : ParallelCalls.map(
                                differing,
                                1,
                                start -> active.refresh(tier, identity, start, RowRefresher.Cause.CHECK)
                                        .thenAccept(refreshed -> {})
                                        .exceptionallyCompose(
                                                error -> skip(rollup.tiers().get(tier), identity, start, error)))
                        .thenAccept(refreshed -> {});
    }

    private synchronized void count(long compared, long left) {
        rows += compared;
        sealed += left;
    }

    /**
     * Compares a row; returns false if it must be refreshed. A row whose expected value cannot be computed is left as
     * it is.
     */
    private synchronized boolean check(
            TierRows of, Parts identity, Instant start, @Nullable Item stored, Supplier<Item> making) {
        return check(of, identity, start, stored, making, false);
    }

    private synchronized boolean check(
            TierRows of,
            Parts identity,
            Instant start,
            @Nullable Item stored,
            Supplier<Item> making,
            boolean isRefreshDue) {
        rows++;
        Item expected;
        try {
            expected = making.get();
        } catch (RuntimeException e) {
            failed(RowProblems.failed(of, identity, start, e));
            return true;
        }
        RowProblem missing = RowProblems.incomplete(rollup.compiled().declared(), of, identity, start, expected);
        if (missing != null) {
            incomplete++;
            list(missing);
        }
        if (stored != null && RowComparison.isSame(rollup.compiled().declared(), stored, expected)) {
            return true;
        }
        if (isRefreshDue) {
            pending++;
            return false;
        }
        wrong++;
        if (findings.size() < RollupReport.MAX_FINDINGS) {
            findings.add(new RollupReport.Finding(of.mapping().role(), identity, start, stored, expected));
        }
        return false;
    }

    /** A bucket of a group. */
    private record GroupBucket(int tier, Instant start) {}

    private CompletableFuture<Void> groups() {
        if (rollup.compiled().declared().groups().isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        Set<GroupBucket> buckets = new LinkedHashSet<>();
        for (int tier = 0; tier < rollup.tiers().size(); tier++) {
            for (Instant clock : groupStarts) {
                TimeRange bucket = rollup.bucket(tier, clock);
                boolean isOpen = tier > 0 && bucket.to().isAfter(closed.get(tier));
                if (!isOpen && !rollup.compiled().retention().isGroupSealed(tier, bucket.from(), now)) {
                    buckets.add(new GroupBucket(tier, bucket.from()));
                }
            }
        }
        return dueForRefresh()
                .thenCompose(due -> ParallelCalls.map(
                        List.copyOf(buckets), 1, bucket -> group(bucket.tier(), bucket.start(), due.contains(bucket))))
                .thenAccept(done -> {});
    }

    /** Returns the buckets whose rows the worker refreshes next. A rebuild refreshes them itself, so none is pending. */
    private CompletableFuture<Set<GroupBucket>> dueForRefresh() {
        if (refresher != null) {
            return CompletableFuture.completedFuture(Set.of());
        }
        return rollup.state().marks().thenApply(marks -> {
            Set<GroupBucket> due = new HashSet<>();
            for (RollupState.Mark mark : marks) {
                for (int tier = 0; tier < rollup.tiers().size(); tier++) {
                    if (rollup.tiers().get(tier).mapping().tier().grain() == mark.grain()) {
                        due.add(new GroupBucket(tier, mark.start()));
                    }
                }
            }
            return due;
        });
    }

    private CompletableFuture<Void> group(int tier, Instant start, boolean isRefreshDue) {
        return GroupRows.expected(rollup, tier, start, this::failed).thenCompose(expected -> {
            List<CompletableFuture<Boolean>> checks = new ArrayList<>();
            for (Group group : rollup.compiled().declared().groups()) {
                TierRows of = rollup.groupTiers(group.name()).get(tier);
                expected.getOrDefault(group.name(), new HashMap<>()).forEach((value, fold) -> {
                    Parts parts = GroupRows.parts(group, value);
                    checks.add(of.read(parts, start)
                            .thenApply(row -> check(
                                    of, parts, start, row == null ? null : of.content(row), fold::row, isRefreshDue)));
                });
            }
            return CompletableFuture.allOf(checks.toArray(CompletableFuture[]::new))
                    .thenCompose(read -> refresher == null || checks.stream().allMatch(CompletableFuture::join)
                            ? CompletableFuture.completedFuture(null)
                            : GroupRows.refresh(rollup, tier, start, Set.of(), this::failed));
        });
    }
}
