package dev.varve.rollup.internal;

import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.rollup.Group;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.RowProblem;
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

/** Compares all rows of a range with what they are made of, and makes those anew that differ, if it is to. */
public final class RollupAudit {

    private final RollupRuntime rollup;
    private final TimeRange range;
    private final @Nullable RowRefresher bell;
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
     * @param bell makes rows anew, or null to leave them
     * @param progress is told how many series are done
     */
    public RollupAudit(RollupRuntime rollup, TimeRange range, @Nullable RowRefresher bell, LongConsumer progress) {
        this.rollup = rollup;
        this.range = range;
        this.bell = bell;
        this.progress = progress;
        this.now = rollup.now();
    }

    /** Looks at the rows of all series. */
    CompletableFuture<RollupReport> run() {
        return run(each -> rollup.forMembers(range.from(), each));
    }

    /** Looks at the rows of one series, and of the groups it may be in. */
    CompletableFuture<RollupReport> run(Parts identity) {
        return run(each -> each.apply(List.of(identity)));
    }

    private CompletableFuture<RollupReport> run(
            Function<Function<List<Parts>, CompletableFuture<?>>, CompletableFuture<?>> members) {
        return ParallelCalls.map(
                        rollup.tiers(),
                        1,
                        tier -> rollup.state().closed(tier.form().tier().grain()))
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

    /** Notes a row that cannot be made or compared. */
    private synchronized void failed(RowProblem problem) {
        // A member's row that cannot be read is met twice: when groups are compared, and when they are made.
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

    /** Notes the failure of one row and goes on; fails with a failure that concerns all rows. */
    private CompletableFuture<Void> passOver(TierRows of, Parts identity, Instant start, Throwable error) {
        Throwable failure = AsyncLoop.failure(error);
        if (!RowProblems.isOfOneRow(failure)) {
            return CompletableFuture.failedFuture(failure);
        }
        failed(RowProblems.failed(of, identity, start, failure));
        return CompletableFuture.completedFuture(null);
    }

    /** Looks at the rows of one series, tier by tier: what is made anew is what the next tier is made of. */
    private CompletableFuture<Void> member(Parts identity, int tier) {
        if (tier == rollup.tiers().size()) {
            finished();
            return CompletableFuture.completedFuture(null);
        }
        RowMapping form = rollup.tiers().get(tier).form();
        TimeRange whole =
                new TimeRange(form.start(range.from()), form.end(range.to().minusNanos(1)));
        Map<Instant, Sources> folds = new TreeMap<>();
        Map<Instant, Item> stored = new TreeMap<>();
        TierRows of = rollup.tiers().get(tier);
        return read(tier, identity, whole, folds)
                .thenCompose(read -> stored(of, identity, whole, stored))
                .thenCompose(read -> compare(tier, identity, folds, stored))
                .exceptionallyCompose(error -> passOver(of, identity, whole.from(), error))
                .thenCompose(compared -> member(identity, tier + 1));
    }

    /** What one row is made of, or why it cannot be made. */
    private final class Sources {
        private final RowFold fold = RowFold.ofSeries(rollup.form());
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
        RowMapping form = rollup.tiers().get(tier).form();
        if (tier == 0) {
            return rollup.source().items(identity, whole).forEachAsync(item -> {
                Key key = rollup.source().keyOf(item);
                rollup.source()
                        .find(key)
                        .ifPresentOrElse(
                                event -> folds.computeIfAbsent(form.start(event.clock()), first -> new Sources())
                                        .add(fold -> fold.add(rollup.source().restored(item), rollup.fields())),
                                () -> passedOver(key));
            });
        }
        TierRows below = rollup.tiers().get(tier - 1);
        return below.range(identity, whole)
                .consistent()
                .forEachAsync(row -> folds.computeIfAbsent(form.start(below.startOf(row)), first -> new Sources())
                        .add(fold -> fold.merge(below.form().canonical(row))));
    }

    private CompletableFuture<?> stored(TierRows rows, Parts identity, TimeRange whole, Map<Instant, Item> stored) {
        return rows.items(identity, whole).consistent().forEachAsync(row -> {
            if (rows.isRow(row)) {
                stored.put(rows.startOf(row), rows.content(rows.form().canonical(row)));
            } else {
                passedOver(rows.table().schema().keyOf(row));
            }
        });
    }

    private synchronized void passedOver(Key key) {
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
            boolean isSealed = rollup.form().retention().isSealed(tier, start, now);
            boolean isOver = rollup.tiers().get(tier).form().isOver(start, now);
            if (isSealed || isOpen || isOver) {
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
        RowRefresher mending = bell;
        return mending == null
                ? CompletableFuture.completedFuture(null)
                : ParallelCalls.map(
                                differing,
                                1,
                                start -> mending.ring(tier, identity, start, RowRefresher.Cause.DOUBT)
                                        .thenAccept(rung -> {})
                                        .exceptionallyCompose(
                                                error -> passOver(rollup.tiers().get(tier), identity, start, error)))
                        .thenAccept(rung -> {});
    }

    private synchronized void count(long compared, long left) {
        rows += compared;
        sealed += left;
    }

    /** Compares a row; returns whether it can be left as it is, which is also so where nobody knows how it should be. */
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
        RowProblem missing = RowProblems.incomplete(rollup.form().declared(), of, identity, start, expected);
        if (missing != null) {
            incomplete++;
            list(missing);
        }
        if (stored != null && RowComparison.isSame(rollup.form().declared(), stored, expected)) {
            return true;
        }
        if (isRefreshDue) {
            pending++;
            return false;
        }
        wrong++;
        if (findings.size() < RollupReport.MAX_FINDINGS) {
            findings.add(new RollupReport.Finding(of.form().role(), identity, start, stored, expected));
        }
        return false;
    }

    /** A bucket of a group. */
    private record GroupBucket(int tier, Instant start) {}

    private CompletableFuture<Void> groups() {
        if (rollup.form().declared().groups().isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        Set<GroupBucket> buckets = new LinkedHashSet<>();
        for (int tier = 0; tier < rollup.tiers().size(); tier++) {
            for (Instant clock : groupStarts) {
                TimeRange bucket = rollup.bucket(tier, clock);
                boolean isOpen = tier > 0 && bucket.to().isAfter(closed.get(tier));
                if (!isOpen && !rollup.form().retention().isGroupSealed(tier, bucket.from(), now)) {
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
        if (bell != null) {
            return CompletableFuture.completedFuture(Set.of());
        }
        return rollup.state().marks().thenApply(marks -> {
            Set<GroupBucket> due = new HashSet<>();
            for (RollupState.Mark mark : marks) {
                for (int tier = 0; tier < rollup.tiers().size(); tier++) {
                    if (rollup.tiers().get(tier).form().tier().grain() == mark.grain()) {
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
            for (Group group : rollup.form().declared().groups()) {
                TierRows of = rollup.groupTiers(group.name()).get(tier);
                expected.getOrDefault(group.name(), new HashMap<>()).forEach((value, fold) -> {
                    Parts parts = GroupRows.parts(group, value);
                    checks.add(of.read(parts, start)
                            .thenApply(row -> check(
                                    of, parts, start, row == null ? null : of.content(row), fold::row, isRefreshDue)));
                });
            }
            return CompletableFuture.allOf(checks.toArray(CompletableFuture[]::new))
                    .thenCompose(read -> bell == null || checks.stream().allMatch(CompletableFuture::join)
                            ? CompletableFuture.completedFuture(null)
                            : GroupRows.refresh(rollup, tier, start, Set.of(), this::failed));
        });
    }
}
