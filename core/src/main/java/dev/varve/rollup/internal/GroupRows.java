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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Computes the rows of all groups for one bucket, from the rows of the members. */
final class GroupRows {

    private final RollupRuntime rollup;
    private final int tier;
    private final Instant start;
    private final Consumer<RowProblem> problems;
    private final Map<String, Map<String, RowFold>> folds = new HashMap<>();
    // Whether each member's row is tested alone first, because one of them cannot be read.
    private boolean isCareful;

    private GroupRows(RollupRuntime rollup, int tier, Instant start, Consumer<RowProblem> problems) {
        this.rollup = rollup;
        this.tier = tier;
        this.start = start;
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
            GroupRows rows = new GroupRows(rollup, tier, start, problems);
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
        GroupRows rows = new GroupRows(rollup, tier, start, problems);
        return rows.read().thenApply(read -> rows.folds);
    }

    private CompletableFuture<Void> read() {
        return rollup.forMembers(start, this::merge).exceptionallyCompose(error -> {
            Throwable failure = AsyncLoop.failure(error);
            if (isCareful || !RowProblems.isOfOneRow(failure)) {
                return CompletableFuture.failedFuture(failure);
            }
            // The faulty row may be counted in part: start again, and test each row alone.
            isCareful = true;
            clear();
            return rollup.forMembers(start, this::merge);
        });
    }

    private CompletableFuture<Void> merge(List<Parts> members) {
        TierRows rows = rollup.tiers().get(tier);
        return rows.readEach(members, start, this::unreadable).thenAccept(read -> {
            for (int i = 0; i < members.size(); i++) {
                Item row = read.get(i);
                if (row != null && (!isCareful || isReadable(row, members.get(i)))) {
                    merge(row, folds);
                }
            }
        });
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
