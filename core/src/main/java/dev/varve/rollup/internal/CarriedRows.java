package dev.varve.rollup.internal;

import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.key.internal.text.ClockDomain;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.internal.definition.CarriedMeasure;
import dev.varve.rollup.internal.definition.CarriedReading;
import dev.varve.rollup.internal.definition.CompiledRollup;
import dev.varve.rollup.internal.definition.Elapsed;
import dev.varve.rollup.internal.definition.RowMapping;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Completes rows of one identity that were read with what the last readings before their buckets add: the row before has the
 * last reading before a bucket, and rows before the first one are looked up.
 */
public final class CarriedRows {

    /** Each look-up covers so many times the buckets of the one before. */
    private static final int GROWTH = 16;

    /** The most buckets of one look-up. */
    private static final int MAX_BUCKETS = 1_024;

    /** No zone moves a bucket that begins later before the first clock of a key. */
    private static final Instant EARLIEST = ClockDomain.FIRST.plus(Duration.ofDays(366));

    /**
     * The rows that are read.
     *
     * @param buckets the range in which their buckets begin
     * @param isFresh whether rows are computed from events
     */
    public record Request(int tier, Parts identity, TimeRange buckets, boolean isFresh, Instant now) {}

    private final RowReader reader;
    private final Request request;
    private final List<CarriedMeasure> measures;
    // The last readings before the next row, by measure; null where none is known.
    private final @Nullable CarriedReading[] before;

    private CarriedRows(RowReader reader, Request request, List<CarriedMeasure> measures) {
        this.reader = reader;
        this.request = request;
        this.measures = measures;
        this.before = new CarriedReading[measures.size()];
    }

    /** Returns the rows with their complete values, and rows for buckets that an earlier reading holds through. */
    public static CompletableFuture<List<RollupRow>> complete(RowReader reader, Request request, List<RollupRow> rows) {
        List<CarriedMeasure> measures =
                reader.isSeries() ? reader.rollup().compiled().carried() : List.of();
        if (measures.isEmpty()) {
            return CompletableFuture.completedFuture(rows);
        }
        CarriedRows carried = new CarriedRows(reader, request, measures);
        Instant first = request.buckets().from();
        // If rows of the range have expired, a reading before the range is not the last one before the first row.
        boolean isWhole = !reader.tiers().get(request.tier()).mapping().isExpired(first, request.now());
        CompletableFuture<Void> found =
                isWhole ? carried.lookBack(request.tier(), first, 1) : CompletableFuture.completedFuture(null);
        return found.thenApply(done -> carried.completed(rows));
    }

    /**
     * Finds the last readings before an instant: in rows of this tier that belong to the same row of the next tier, and then in
     * rows of the next tier.
     */
    private CompletableFuture<Void> lookBack(int tier, Instant end, int buckets) {
        RowMapping rows = reader.tiers().get(tier).mapping();
        Instant earliest = rows.start(earliest());
        if (!earliest.isBefore(end)) {
            return CompletableFuture.completedFuture(null);
        }
        int coarser = coarser(tier);
        Instant stop = earliest;
        if (coarser > 0) {
            Instant start = reader.tiers().get(coarser).mapping().start(end);
            stop = start.isAfter(earliest) ? start : earliest;
            if (!stop.isBefore(end)) {
                return lookBack(coarser, end, 1);
            }
        }
        Instant wanted = end.minus(RowMapping.usualLength(rows.tier().grain()).multipliedBy(buckets));
        Instant from = wanted.isAfter(stop) ? rows.start(wanted) : stop;
        return reader.read(tier, request.identity(), new TimeRange(from, end), request.isFresh())
                .thenCompose(read -> {
                    take(read);
                    // A reading of an expired row is not known, and must not be replaced by one before it.
                    return rows.isExpired(from, request.now())
                            ? CompletableFuture.completedFuture(null)
                            : lookBack(tier, from, Math.min(buckets * GROWTH, MAX_BUCKETS));
                });
    }

    /** Returns the earliest clock of a reading that counts and is not found yet. */
    private Instant earliest() {
        Instant first = request.buckets().from();
        Instant earliest = first;
        if (!first.isAfter(EARLIEST)) {
            return first;
        }
        for (int i = 0; i < before.length; i++) {
            Instant reach = first.minus(measures.get(i).reach());
            if (before[i] == null && reach.isBefore(earliest)) {
                earliest = reach.isBefore(EARLIEST) ? EARLIEST : reach;
            }
        }
        return earliest;
    }

    /** Returns the next tier whose rows are kept at least as long as those of a tier; -1 if there is none. */
    private int coarser(int tier) {
        Duration kept = reader.tiers().get(tier).mapping().keep();
        for (int next = tier + 1; next < reader.tiers().size(); next++) {
            Duration keep = reader.tiers().get(next).mapping().keep();
            if (keep == null || (kept != null && keep.compareTo(kept) >= 0)) {
                return next;
            }
        }
        return -1;
    }

    /** Takes the last readings of rows that end before those that were read until now. */
    private void take(List<RollupRow> rows) {
        for (int row = rows.size() - 1; row >= 0; row--) {
            for (int i = 0; i < before.length; i++) {
                if (before[i] == null) {
                    before[i] = measures.get(i).last(rows.get(row).attributes()::value);
                }
            }
        }
    }

    private List<RollupRow> completed(List<RollupRow> rows) {
        List<RollupRow> all = new ArrayList<>();
        Instant next = request.buckets().from();
        for (RollupRow row : rows) {
            addHeld(next, row.start(), all);
            all.add(completed(row));
            next = row.end();
        }
        addHeld(next, request.buckets().to(), all);
        return all;
    }

    /** Adds rows for buckets without events as long as an earlier reading holds. */
    private void addHeld(Instant from, Instant to, List<RollupRow> rows) {
        RowMapping mapping = reader.tiers().get(request.tier()).mapping();
        Instant start = from;
        while (start.isBefore(to) && start.isBefore(request.now()) && isHeld(start)) {
            Instant end = mapping.end(start);
            rows.add(completed(new RollupRow(start, end, RollupRow.Kind.FILLED, Item.of(CompiledRollup.COUNT, 0))));
            start = end;
        }
    }

    private boolean isHeld(Instant start) {
        for (int i = 0; i < before.length; i++) {
            CarriedReading reading = before[i];
            if (reading != null && measures.get(i).holds(reading, start)) {
                return true;
            }
        }
        return false;
    }

    private RollupRow completed(RollupRow row) {
        Item known = row.attributes();
        if (row.kind() == RollupRow.Kind.FILLED) {
            // A row that fills a gap repeats the values of others; it has no readings of its own.
            known = known.without(measures.stream()
                    .flatMap(measure -> measure.attributes().stream())
                    .toArray(String[]::new));
        }
        Item own = known;
        Item.Builder values = Item.builder().putAll(own);
        Elapsed elapsed = Elapsed.of(row.start(), row.end(), request.now());
        for (int i = 0; i < before.length; i++) {
            measures.get(i).complete(own::value, before[i], elapsed, values::put);
            CarriedReading last = measures.get(i).last(own::value);
            before[i] = last == null ? before[i] : last;
        }
        return new RollupRow(row.start(), row.end(), row.kind(), values.build());
    }
}
