package dev.varve.series.internal.append;

import dev.varve.error.VarveException;
import dev.varve.internal.AsyncLoop;
import dev.varve.series.AppendReport;
import dev.varve.series.Outcome;
import dev.varve.series.internal.packed.PackedAppends;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.series.internal.packed.bucket.PreparedRow;
import dev.varve.series.internal.packed.row.RowResult;
import dev.varve.series.internal.read.StoredSeries;
import dev.varve.table.Capacity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Appends groups of events whose values are all numbers as columns, without a row for each. A group with an event that is
 * refused, or needs more than numbers, is left to {@link PackedAppend}. Thread-safe.
 */
final class RecordColumns<E extends Record> {

    /** All identities are prepared again beyond this many; each takes some hundred bytes. */
    private static final int MAX_PREPARED = 1_000_000;

    private final StoredSeries<E> series;
    private final PackedAppends<E> packed;
    private final PreparedAppends appends;
    private final int width;
    private final Map<Object, PreparedAppends.Prepared> prepared = new ConcurrentHashMap<>();

    RecordColumns(StoredSeries<E> series, PackedStore store) {
        this.series = series;
        this.packed = new PackedAppends<>(series.definition(), store);
        this.appends = new PreparedAppends(series, store);
        this.width = packed.numbers();
    }

    /**
     * Appends events, or returns null if one of them needs another way; nothing is written then.
     *
     * @param given the events as the caller gave them, for the report
     * @param whole the events as they are stored
     */
    @Nullable
    CompletableFuture<List<AppendReport.Entry<E>>> append(List<E> given, List<CompletableFuture<E>> whole) {
        if (width == 0) {
            return null;
        }
        PreparedAppends.Batch batch = appends.batch(given.size());
        List<Instant> clocks = new ArrayList<>(given.size());
        double[] numbers = new double[width];
        Instant exact = null;
        Instant clock = Instant.EPOCH;
        try {
            for (CompletableFuture<E> each : whole) {
                if (!each.isDone() || each.isCompletedExceptionally()) {
                    return null;
                }
                E event = each.join();
                Instant at = series.items().clockOf(event);
                PreparedAppends.Prepared row = packed.numbers(event, numbers) ? prepared(event) : null;
                if (row == null) {
                    return null;
                }
                if (!at.equals(exact)) {
                    exact = at;
                    clock = series.definition().layout.floor(at);
                    if (!packed.isPacked(clock)) {
                        return null;
                    }
                }
                batch.check(at, numbers, 0, width);
                batch.add(row, at, numbers, 0);
                clocks.add(clock);
            }
        } catch (VarveException refused) {
            // The other way refuses this event only.
            return null;
        }
        return batch.appendRows()
                .handle((results, error) -> error == null
                        ? entries(given, clocks, results, batch)
                        : failed(given, AsyncLoop.failure(error)));
    }

    private PreparedAppends.@Nullable Prepared prepared(E event) {
        Object key = packed.identityKey(event);
        PreparedAppends.Prepared known = prepared.get(key);
        if (known == null) {
            PreparedRow row = packed.prepare(event);
            if (row == null) {
                return null;
            }
            if (prepared.size() >= MAX_PREPARED) {
                prepared.clear();
            }
            known = new PreparedAppends.Prepared(row);
            prepared.put(key, known);
        }
        return known;
    }

    private static <E extends Record> List<AppendReport.Entry<E>> failed(List<E> given, Throwable error) {
        if (!(error instanceof VarveException failure)) {
            throw new CompletionException(error);
        }
        List<AppendReport.Entry<E>> entries = new ArrayList<>(given.size());
        given.forEach(event -> entries.add(new AppendReport.Entry<>(event, null, failure)));
        return entries;
    }

    private List<AppendReport.Entry<E>> entries(
            List<E> given, List<Instant> clocks, List<RowResult> results, PreparedAppends.Batch batch) {
        List<AppendReport.Entry<E>> entries = new ArrayList<>(given.size());
        // Events of one moment share their outcome.
        Outcome.Applied<E> applied = new Outcome.Applied<>(Instant.EPOCH, null, Capacity.NONE);
        for (int i = 0; i < results.size(); i++) {
            RowResult result = results.get(i);
            Instant clock = clocks.get(i);
            Outcome<E> outcome;
            if (result.kind() == RowResult.Kind.WRITTEN) {
                applied = applied.clock().equals(clock) ? applied : new Outcome.Applied<>(clock, null, Capacity.NONE);
                outcome = applied;
            } else if (result.kind() == RowResult.Kind.SAME) {
                outcome = new Outcome.Duplicate<>(clock, Capacity.NONE);
            } else {
                outcome = new Outcome.Conflict<>(
                        clock,
                        series.items().read(packed.item(batch.identity(i), Objects.requireNonNull(result.existing()))),
                        Capacity.NONE);
            }
            entries.add(new AppendReport.Entry<>(given.get(i), outcome, null));
        }
        return entries;
    }
}
