package dev.varve.rollup.internal;

import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.RollupRow.Kind;
import dev.varve.rollup.internal.definition.CompiledRollup;
import dev.varve.rollup.internal.definition.RowMapping;
import dev.varve.table.Consistency;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows of one identity or one group: those of closed buckets as stored, those of later buckets computed from the
 * rows of the tier below.
 *
 * @param group the name of the group, or null for rows of identities
 */
public record RowReader(
        RollupRuntime rollup,
        List<TierRows> tiers,
        @Nullable String group) {

    /** Returns whether these are rows of identities. */
    public boolean isSeries() {
        return group == null;
    }

    /** Returns the rows whose buckets begin in a range, in order. */
    public CompletableFuture<List<RollupRow>> read(int tier, Parts identity, TimeRange range, boolean isFresh) {
        if (range.isEmpty()) {
            return storedOrComposed(tier, identity, range, isFresh);
        }
        if (!isSeries()) {
            return groupRows(tier, identity, range, isFresh);
        }
        RowMapping mapping = tiers.get(tier).mapping();
        TimeRange whole = new TimeRange(range.from(), mapping.end(range.to().minusNanos(1)));
        // Looked at before the rows are read: an event that is reported meanwhile is in one of them.
        Set<Instant> open = starts(tier, rollup.source().open(identity, whole), range);
        return storedOrComposed(tier, identity, range, isFresh)
                .thenCompose(rows -> open.isEmpty()
                        ? CompletableFuture.completedFuture(rows)
                        : recomputed(tier, identity, rows, List.copyOf(open), isFresh));
    }

    /** Replaces stored rows that lack events; those that are composed of finer rows have them already. */
    private CompletableFuture<List<RollupRow>> groupRows(int tier, Parts value, TimeRange range, boolean isFresh) {
        CompletableFuture<Set<Instant>> open = rollup.openGroups().starts(tier, range);
        CompletableFuture<Set<Instant>> lacking = tier == 0
                ? open
                : open.thenCompose(starts -> starts.isEmpty()
                        ? CompletableFuture.completedFuture(starts)
                        : rollup.state()
                                .closedLately(tiers.get(tier).mapping().tier().grain())
                                .thenApply(closed -> {
                                    Instant end = tiers.get(tier).mapping().start(closed);
                                    return starts.stream()
                                            .filter(start -> start.isBefore(end))
                                            .collect(Collectors.toSet());
                                }));
        return lacking.thenCompose(starts -> storedOrComposed(tier, value, range, isFresh)
                .thenCompose(rows -> starts.isEmpty()
                        ? CompletableFuture.completedFuture(rows)
                        : recomputed(tier, value, rows, List.copyOf(starts), isFresh)));
    }

    /** Returns the starts in a range of the buckets that overlap the given times, unless their events may have expired. */
    private Set<Instant> starts(int tier, List<TimeRange> times, TimeRange range) {
        RowMapping mapping = tiers.get(tier).mapping();
        Instant now = rollup.now();
        Set<Instant> starts = new TreeSet<>();
        for (TimeRange each : times) {
            Instant start = mapping.start(each.from());
            while (start.isBefore(each.to())) {
                if (!start.isBefore(range.from())
                        && start.isBefore(range.to())
                        && !rollup.compiled().retention().isSealed(tier, start, now)) {
                    starts.add(start);
                }
                start = mapping.end(start);
            }
        }
        return starts;
    }

    /** Replaces the rows of these buckets by rows that are computed from events, or from the rows of the tier below. */
    private CompletableFuture<List<RollupRow>> recomputed(
            int tier, Parts identity, List<RollupRow> known, List<Instant> starts, boolean isFresh) {
        RowMapping mapping = tiers.get(tier).mapping();
        Map<Instant, RollupRow> rows = new TreeMap<>();
        known.forEach(row -> rows.put(row.start(), row));
        return ParallelCalls.map(starts, rollup.parallel(), start -> computed(tier, identity, start, isFresh))
                .thenApply(computed -> {
                    for (int i = 0; i < starts.size(); i++) {
                        Instant start = starts.get(i);
                        Item row = computed.get(i);
                        boolean hasEvents = row != null
                                && row.value(CompiledRollup.COUNT) instanceof Num count
                                && count.doubleValue() > 0;
                        // A stored row of events that are deleted now becomes an empty one.
                        if (row != null && (hasEvents || rows.containsKey(start))) {
                            rows.put(start, new RollupRow(start, mapping.end(start), Kind.COMPOSED, row));
                        }
                    }
                    return List.copyOf(rows.values());
                });
    }

    private CompletableFuture<@Nullable Item> computed(int tier, Parts identity, Instant start, boolean isFresh) {
        TimeRange bucket = new TimeRange(start, tiers.get(tier).mapping().end(start));
        RowFold fold = RowFold.shown(rollup.compiled());
        if (tier > 0) {
            return read(tier - 1, identity, bucket, isFresh).thenApply(finer -> {
                finer.forEach(row -> fold.merge(row.attributes()::value));
                return fold.row();
            });
        }
        String name = group;
        if (name != null) {
            return rollup.openGroups().row(name, identity, start);
        }
        return rollup.foldAll(identity, start, fold).thenApply(RowFold::row);
    }

    private CompletableFuture<List<RollupRow>> storedOrComposed(
            int tier, Parts identity, TimeRange range, boolean isFresh) {
        if (tier == 0) {
            CompletableFuture<List<RollupRow>> stored = stored(0, identity, range);
            return isFresh && isSeries() ? stored.thenCompose(rows -> freshen(identity, range, rows)) : stored;
        }
        RowMapping mapping = tiers.get(tier).mapping();
        return rollup.state().closedLately(mapping.tier().grain()).thenCompose(closed -> {
            Instant open = closed.isBefore(range.from()) ? range.from() : mapping.start(closed);
            TimeRange before = range.to().isAfter(open) ? new TimeRange(range.from(), open) : range;
            CompletableFuture<List<RollupRow>> rows =
                    before.isEmpty() ? CompletableFuture.completedFuture(List.of()) : stored(tier, identity, before);
            if (!range.to().isAfter(open)) {
                return rows;
            }
            // A bucket belongs to the range in which it begins: finer rows are needed up to the end of the last bucket.
            Instant end = mapping.end(range.to().minusNanos(1));
            return rows.thenCompose(early -> read(tier - 1, identity, new TimeRange(open, end), isFresh)
                    .thenApply(late -> composed(tier, early, late, range)));
        });
    }

    /** Returns the instant from which buckets have no stored rows yet; {@link Instant#MAX} if no row is stored. */
    public CompletableFuture<Instant> openSince(int tier) {
        RowMapping mapping = tiers.get(tier).mapping();
        return tier == 0
                ? CompletableFuture.completedFuture(Instant.MAX)
                : rollup.state()
                        .closedLately(mapping.tier().grain())
                        .thenApply(closed -> closed.equals(Instant.EPOCH) ? Instant.MAX : mapping.start(closed));
    }

    private CompletableFuture<List<RollupRow>> stored(int tier, Parts identity, TimeRange range) {
        TierRows rows = tiers.get(tier);
        List<RollupRow> read = new ArrayList<>();
        return rows.forEach(
                        identity,
                        range,
                        Consistency.EVENTUAL,
                        stored -> read.add(new RollupRow(
                                stored.start(),
                                rows.mapping().end(stored.start()),
                                Kind.STORED,
                                rows.content(stored.row()))))
                .thenApply(capacity -> read);
    }

    private List<RollupRow> composed(int tier, List<RollupRow> early, List<RollupRow> shorter, TimeRange range) {
        RowMapping mapping = tiers.get(tier).mapping();
        Map<Instant, RowFold> folds = new TreeMap<>();
        for (RollupRow row : shorter) {
            Instant start = mapping.start(row.start());
            if (!start.isBefore(range.from()) && start.isBefore(range.to())) {
                folds.computeIfAbsent(start, first -> RowFold.shown(rollup.compiled()))
                        .merge(row.attributes()::value);
            }
        }
        List<RollupRow> all = new ArrayList<>(early);
        folds.forEach((start, fold) -> all.add(new RollupRow(start, mapping.end(start), Kind.COMPOSED, fold.row())));
        return all;
    }

    /**
     * Computes the rows of the current bucket and later ones from their events, and the row of the previous bucket
     * unless some of its events may have expired.
     */
    private CompletableFuture<List<RollupRow>> freshen(Parts identity, TimeRange range, List<RollupRow> stored) {
        RowMapping mapping = tiers.get(0).mapping();
        Instant now = rollup.now();
        Instant present = mapping.start(now);
        Instant previous = mapping.start(present.minusNanos(1));
        boolean isWhole =
                !rollup.compiled().retention().isSealed(0, previous, now) && !mapping.isExpired(previous, now);
        Instant from = isWhole ? previous : present;
        Map<Instant, RollupRow> rows = new TreeMap<>();
        stored.forEach(row -> rows.put(row.start(), row));
        Instant first = from.isBefore(range.from()) ? range.from() : from;
        if (!first.isBefore(range.to())) {
            return CompletableFuture.completedFuture(stored);
        }
        Map<Instant, RowFold> folds = new TreeMap<>();
        TimeRange events = new TimeRange(first, mapping.end(range.to().minusNanos(1)));
        return rollup.source()
                .allEvents(identity, events)
                .forEachAsync(event -> {
                    Item whole = rollup.source().restored(event);
                    Instant start = mapping.start(rollup.source().clockOf(event));
                    folds.computeIfAbsent(start, bucket -> RowFold.shown(rollup.compiled()))
                            .add(whole, rollup.fields());
                })
                .thenApply(capacity -> {
                    rows.keySet().removeIf(start -> !start.isBefore(first));
                    folds.forEach((start, fold) ->
                            rows.put(start, new RollupRow(start, mapping.end(start), Kind.COMPOSED, fold.row())));
                    return List.copyOf(rows.values());
                });
    }
}
