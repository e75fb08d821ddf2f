package dev.varve.rollup.internal;

import dev.varve.error.CorruptData;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.rollup.Group;
import dev.varve.rollup.RowProblem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Computes the rows of all groups for one bucket, from the rows of the members. */
final class GroupRows {

    /** Rows of groups with more members are not composed on read: the stored ones are shown. */
    private static final int MAX_COMPOSED = 200_000;

    private final RollupRuntime rollup;
    private final int tier;
    private final Instant start;
    private final Set<Parts> open;
    private final Consumer<RowProblem> problems;
    private final Map<String, Map<String, RowFold>> folds = new HashMap<>();
    // Whether each member's row is tested alone first, because one of them cannot be read.
    private boolean isCareful;
    private int members;
    private int limit = Integer.MAX_VALUE;

    /** @param open members whose rows are computed from all their events, because stored ones may lack some */
    private GroupRows(RollupRuntime rollup, int tier, Instant start, Set<Parts> open, Consumer<RowProblem> problems) {
        this.rollup = rollup;
        this.tier = tier;
        this.start = start;
        this.open = open;
        this.problems = problems;
        clear();
    }

    private void clear() {
        rollup.compiled().declared().groups().forEach(group -> folds.put(group.name(), new TreeMap<>()));
    }

    /**
     * Computes and writes the rows.
     *
     * @param gone values that are written even if no member has them any more
     * @param problems receives members' rows that cannot be read and rows that cannot be written; they are skipped
     */
    static CompletableFuture<Void> refresh(
            RollupRuntime rollup, int tier, Instant start, Set<String> gone, Consumer<RowProblem> problems) {
        // The ticket is drawn before the members are read, so a later ticket means later reads.
        return rollup.state().ticket().thenCompose(ticket -> {
            GroupRows rows = new GroupRows(rollup, tier, start, Set.of(), problems);
            // Checked after the members were read: their rows may have expired meanwhile.
            return rows.read()
                    .thenCompose(read -> rollup.compiled().retention().isGroupSealed(tier, start, rollup.now())
                            ? CompletableFuture.completedFuture(null)
                            : rows.write(ticket, gone));
        });
    }

    /** Returns the expected rows by group and value, without writing them. */
    static CompletableFuture<Map<String, Map<String, RowFold>>> expected(
            RollupRuntime rollup, int tier, Instant start, Consumer<RowProblem> problems) {
        GroupRows rows = new GroupRows(rollup, tier, start, Set.of(), problems);
        return rows.read().thenApply(read -> rows.folds);
    }

    /**
     * Returns the rows of the finest tier by group and value, as they will be once all events are reported; null if a group has too
     * many members.
     *
     * @param open members with events that stored rows may lack
     */
    static CompletableFuture<@Nullable Map<String, Map<String, RowFold>>> composed(
            RollupRuntime rollup, Instant start, Set<Parts> open) {
        GroupRows rows = new GroupRows(rollup, 0, start, open, problem -> {});
        rows.limit = MAX_COMPOSED;
        return rows.read().thenApply(read -> rows.members > MAX_COMPOSED ? null : rows.folds);
    }

    private CompletableFuture<Void> read() {
        return rollup.forMembers(start, this::merge).exceptionallyCompose(error -> {
            Throwable failure = AsyncLoop.failure(error);
            if (isCareful || !RowProblems.isOfOneRow(failure)) {
                return CompletableFuture.failedFuture(failure);
            }
            // The faulty row may be counted in part: start again, and test each row alone.
            isCareful = true;
            members = 0;
            clear();
            return rollup.forMembers(start, this::merge);
        });
    }

    private CompletableFuture<Void> merge(List<Parts> page) {
        members += page.size();
        if (members > limit) {
            return CompletableFuture.completedFuture(null);
        }
        if (open.isEmpty()) {
            return stored(page).thenAccept(read -> merge(page, read));
        }
        List<Parts> closed =
                page.stream().filter(member -> !open.contains(member)).toList();
        return stored(closed)
                .thenCompose(read -> ParallelCalls.map(
                                page.stream().filter(open::contains).toList(),
                                rollup.parallel(),
                                member -> rollup.foldAll(member, start, RowFold.ofSeries(rollup.compiled()))
                                        .thenApply(RowFold::mergeable))
                        .thenAccept(computed -> merge(page, inOrder(page, read, computed))));
    }

    private CompletableFuture<List<@Nullable Item>> stored(List<Parts> page) {
        return page.isEmpty()
                ? CompletableFuture.completedFuture(List.of())
                : rollup.tiers().get(tier).readEach(page, start, this::unreadable);
    }

    /** Returns stored and computed rows in the order of the members: the first of equal values counts. */
    private List<@Nullable Item> inOrder(List<Parts> page, List<@Nullable Item> read, List<Item> computed) {
        Iterator<@Nullable Item> closed = read.iterator();
        Iterator<Item> opened = computed.iterator();
        List<@Nullable Item> rows = new ArrayList<>(page.size());
        page.forEach(member -> rows.add(open.contains(member) ? opened.next() : closed.next()));
        return rows;
    }

    private void merge(List<Parts> page, List<@Nullable Item> read) {
        for (int i = 0; i < page.size(); i++) {
            Item row = read.get(i);
            if (row != null && (!isCareful || isReadable(row, page.get(i)))) {
                merge(row, folds);
            }
        }
    }

    private void unreadable(Parts member, CorruptData failure) {
        if (!isCareful) {
            throw failure;
        }
        problems.accept(RowProblems.failed(rollup.tiers().get(tier), member, start, failure));
    }

    private boolean isReadable(Item row, Parts member) {
        Map<String, Map<String, RowFold>> trial = new HashMap<>();
        rollup.compiled().declared().groups().forEach(group -> trial.put(group.name(), new TreeMap<>()));
        try {
            merge(row, trial);
            return true;
        } catch (RuntimeException e) {
            problems.accept(RowProblems.failed(rollup.tiers().get(tier), member, start, e));
            return false;
        }
    }

    private void merge(Item row, Map<String, Map<String, RowFold>> into) {
        for (Group group : rollup.compiled().declared().groups()) {
            Map<String, RowFold> values = Objects.requireNonNull(into.get(group.name()));
            RowFold.portions(
                    row,
                    group,
                    (value, portion) -> values.computeIfAbsent(value, first -> RowFold.ofGroup(rollup.compiled()))
                            .merge(portion));
        }
    }

    private record Write(TierRows rows, Parts value, RowFold fold) {}

    private CompletableFuture<Void> write(long ticket, Set<String> gone) {
        List<Write> writes = new ArrayList<>();
        for (Group group : rollup.compiled().declared().groups()) {
            TierRows rows = rollup.groupTiers(group.name()).get(tier);
            Map<String, RowFold> values = Objects.requireNonNull(folds.get(group.name()));
            gone.stream()
                    .filter(mark -> mark.startsWith(group.name() + "="))
                    .forEach(mark -> values.computeIfAbsent(
                            mark.substring(group.name().length() + 1), absent -> RowFold.ofGroup(rollup.compiled())));
            values.forEach((value, fold) -> writes.add(new Write(rows, parts(group, value), fold)));
        }
        return ParallelCalls.map(writes, rollup.parallel(), write -> write(write, ticket))
                .thenAccept(written -> {});
    }

    private CompletableFuture<Boolean> write(Write write, long ticket) {
        TierRows rows = write.rows();
        return CompletableFuture.completedFuture(write.fold())
                .thenApply(RowFold::row)
                .thenCompose(row -> rows.write(write.value(), start, row, ticket, rows.isBefore(ticket))
                        .thenApply(written -> {
                            rollup.noteWritten(rows, write.value(), start, row);
                            return written;
                        }))
                .exceptionallyCompose(error -> {
                    Throwable failure = AsyncLoop.failure(error);
                    if (!RowProblems.isOfOneRow(failure)) {
                        return CompletableFuture.failedFuture(failure);
                    }
                    problems.accept(RowProblems.failed(rows, write.value(), start, failure));
                    return CompletableFuture.completedFuture(false);
                });
    }

    static Parts parts(Group group, String value) {
        return group.field() == null ? Parts.none() : Parts.of(group.field(), value);
    }
}
