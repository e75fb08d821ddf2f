package dev.varve.rollup.internal;

import dev.varve.error.Unavailable;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.rollup.Group;
import dev.varve.rollup.internal.definition.RetentionRules;
import dev.varve.rollup.internal.definition.RowMapping;
import dev.varve.table.Consistency;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of one identity in one span of a backfill, tier by tier.
 *
 * <p>A row whose source is stored is computed from it, as always. Any other row is computed from the staged events alone: it is
 * only of them, otherwise its bucket would be closed. The versions of all rows are read before the staged events, and a row is
 * written only over that version, so that it never goes back to an older state.
 */
final class BackfillRows {

    /** Other writers of the rows are done sooner. */
    private static final int MAX_TRIES = 50;

    private final RollupRuntime rollup;
    private final StagedEvents staged;
    private final Parts identity;
    private final BackfillSpan span;
    private final List<RowMapping> mappings;
    private final RetentionRules retention;
    private final Map<String, Long> written = new TreeMap<>();

    BackfillRows(RollupRuntime rollup, StagedEvents staged, Parts identity, BackfillSpan span) {
        this.rollup = rollup;
        this.staged = staged;
        this.identity = identity;
        this.span = span;
        this.mappings = rollup.compiled().tiers();
        this.retention = rollup.compiled().retention();
    }

    /** Writes the rows; returns their numbers by tier. */
    CompletableFuture<Map<String, Long>> write() {
        AtomicInteger tries = new AtomicInteger();
        return AsyncLoop.untilDone(() -> {
                    if (tries.incrementAndGet() > MAX_TRIES) {
                        throw new Unavailable(
                                "backfill.rows-busy",
                                "rows of %s changed during each of %s attempts to write backfilled events: try again"
                                        .formatted(identity, MAX_TRIES));
                    }
                    written.clear();
                    return stored().thenCompose(stored -> folded().thenCompose(rows -> write(stored, rows, 0)));
                })
                .thenApply(done -> written);
    }

    private CompletableFuture<List<Map<Instant, Item>>> stored() {
        return ParallelCalls.map(rollup.tiers(), 1, tier -> {
            Map<Instant, Item> rows = new HashMap<>();
            return tier.forEach(
                            identity,
                            span.range(),
                            Consistency.STRONG,
                            stored -> rows.put(stored.start(), stored.row()))
                    .thenApply(read -> rows);
        });
    }

    /** Returns the rows of the staged events by tier and start. */
    private CompletableFuture<List<Map<Instant, Item>>> folded() {
        Map<Instant, RowFold> finest = new TreeMap<>();
        return staged.forEach(
                        identity,
                        span,
                        span.range(),
                        event -> finest.computeIfAbsent(
                                        mappings.get(0).start(rollup.source().clockOf(event)),
                                        first -> RowFold.ofSeries(rollup.compiled()))
                                .add(rollup.source().restored(event), rollup.fields()))
                .thenApply(read -> {
                    List<Map<Instant, Item>> rows = new ArrayList<>();
                    rows.add(rows(finest));
                    for (int tier = 1; tier < mappings.size(); tier++) {
                        Map<Instant, RowFold> folds = new TreeMap<>();
                        RowMapping mapping = mappings.get(tier);
                        rows.get(tier - 1)
                                .forEach((start, row) -> folds.computeIfAbsent(
                                                mapping.start(start), first -> RowFold.ofSeries(rollup.compiled()))
                                        .merge(row));
                        rows.add(rows(folds));
                    }
                    return rows;
                });
    }

    private static Map<Instant, Item> rows(Map<Instant, RowFold> folds) {
        Map<Instant, Item> rows = new TreeMap<>();
        folds.forEach((start, fold) -> rows.put(start, fold.row()));
        return rows;
    }

    /** Writes the rows of a tier and those above; returns false if another writer was faster. */
    private CompletableFuture<Boolean> write(
            List<Map<Instant, Item>> stored, List<Map<Instant, Item>> folded, int tier) {
        if (tier == mappings.size()) {
            return CompletableFuture.completedFuture(true);
        }
        Instant now = rollup.now();
        RowMapping mapping = mappings.get(tier);
        List<TierRows.Replaced> own = new ArrayList<>();
        List<Instant> usual = new ArrayList<>();
        folded.get(tier).forEach((start, row) -> {
            boolean isOpen = tier > 0 && mapping.end(start).isAfter(now);
            if (isOpen || mapping.isExpired(start, now)) {
                return;
            }
            if (retention.isComplete(tier, start, now)) {
                usual.add(start);
            } else if (!span.isClosed(tier, start)) {
                long version = TierRows.version(stored.get(tier).get(start));
                own.add(new TierRows.Replaced(identity, start, row, version));
            }
        });
        List<Instant> starts = new ArrayList<>(usual);
        own.forEach(row -> starts.add(row.start()));
        Map<Instant, Set<String>> gone = gone(stored.get(tier), folded.get(tier));
        // Before the rows are written: afterwards nothing tells which values they had.
        return mark(tier, List.copyOf(gone.keySet()), gone)
                .thenCompose(marked -> replace(tier, own))
                .thenCompose(isReplaced -> isReplaced
                        ? ParallelCalls.map(usual, rollup.parallel(), start -> refresh(tier, start))
                                .thenCompose(refreshed -> mark(tier, starts, gone))
                                .thenCompose(marked -> {
                                    written.merge(mapping.tier().word(), (long) starts.size(), Long::sum);
                                    return write(stored, folded, tier + 1);
                                })
                        : CompletableFuture.completedFuture(false));
    }

    private CompletableFuture<Boolean> replace(int tier, List<TierRows.Replaced> rows) {
        TierRows of = rollup.tiers().get(tier);
        AtomicBoolean isAll = new AtomicBoolean(true);
        int atOnce = Math.max(of.writesAtOnce(), 1);
        List<List<TierRows.Replaced>> groups = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += atOnce) {
            groups.add(rows.subList(from, Math.min(rows.size(), from + atOnce)));
        }
        return ParallelCalls.map(groups, atOnce == 1 ? rollup.parallel() : 1, group -> {
                    List<CompletableFuture<Boolean>> results = of.writeEach(group);
                    List<CompletableFuture<Void>> each = new ArrayList<>();
                    for (int i = 0; i < group.size(); i++) {
                        TierRows.Replaced row = group.get(i);
                        each.add(results.get(i).thenAccept(isWritten -> {
                            if (isWritten) {
                                rollup.noteWritten(of, identity, row.start(), row.row());
                            } else {
                                isAll.set(false);
                            }
                        }));
                    }
                    return CompletableFuture.allOf(each.toArray(CompletableFuture[]::new));
                })
                .thenApply(done -> isAll.get());
    }

    /** Computes a row from its stored source, and always writes it, so that a writer with an older source fails. */
    private CompletableFuture<Void> refresh(int tier, Instant start) {
        TierRows rows = rollup.tiers().get(tier);
        return AsyncLoop.untilDone(() -> rows.read(identity, start)
                .thenCompose(before -> rollup.fold(tier, identity, start)
                        .thenCompose(folded -> rows.write(
                                        new TierRows.Replaced(identity, start, folded.row(), TierRows.version(before)))
                                .thenApply(isWritten -> {
                                    if (isWritten) {
                                        rollup.noteWritten(rows, identity, start, folded.row());
                                    }
                                    return isWritten;
                                }))));
    }

    /** Marks the group rows of these buckets as stale, as far as the rows of their members are kept. */
    private CompletableFuture<Void> mark(int tier, List<Instant> starts, Map<Instant, Set<String>> gone) {
        if (rollup.compiled().declared().groups().isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        Instant now = rollup.now();
        return ParallelCalls.map(
                        starts.stream()
                                .filter(start -> !retention.isGroupSealed(tier, start, now))
                                .toList(),
                        rollup.parallel(),
                        start -> rollup.state()
                                .mark(mappings.get(tier).tier().grain(), start, gone.getOrDefault(start, Set.of())))
                .thenAccept(marked -> {});
    }

    /** Returns the group values that rows had and no longer have. */
    private Map<Instant, Set<String>> gone(Map<Instant, Item> before, Map<Instant, Item> after) {
        Map<Instant, Set<String>> gone = new HashMap<>();
        for (Group group : rollup.compiled().declared().groups()) {
            if (group.field() == null) {
                continue;
            }
            after.forEach((start, row) -> {
                Set<String> left = values(before.get(start), group);
                left.removeAll(values(row, group));
                if (!left.isEmpty()) {
                    Set<String> marks = gone.computeIfAbsent(start, first -> new TreeSet<>());
                    left.forEach(value -> marks.add(group.name() + "=" + value));
                }
            });
        }
        return gone;
    }

    private static Set<String> values(@Nullable Item row, Group group) {
        Set<String> values = new TreeSet<>();
        if (row != null) {
            RowFold.portions(row, group, (value, portion) -> values.add(value));
        }
        return values;
    }
}
