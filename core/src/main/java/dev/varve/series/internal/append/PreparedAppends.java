package dev.varve.series.internal.append;

import dev.varve.key.Parts;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.packed.PackedAppends;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.series.internal.packed.bucket.PreparedRow;
import dev.varve.series.internal.packed.bucket.RowBatch;
import dev.varve.series.internal.packed.row.RowResult;
import dev.varve.series.internal.read.Catalogue;
import dev.varve.series.internal.read.StoredSeries;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Appends events of a packed series as plain numbers, without a record for each: what events of one sender have in common is
 * prepared once.
 */
public final class PreparedAppends {

    private final StoredSeries<?> series;
    private final SeriesDefinition<?> definition;
    private final PackedAppends<?> packed;
    private final PackedStore store;

    PreparedAppends(StoredSeries<?> series, PackedStore store) {
        this.series = series;
        this.definition = series.definition();
        this.packed = new PackedAppends<>(series.definition(), store);
        this.store = store;
    }

    /** What became of an event. */
    public enum Result {
        APPLIED,
        DUPLICATE,
        CONFLICT
    }

    /** What many events have in common. Safe for several threads. */
    public static final class Prepared {

        private final PreparedRow row;
        private volatile Listed listed = Listed.NOT;

        Prepared(PreparedRow row) {
            this.row = row;
        }

        public Parts identity() {
            return row.identity();
        }
    }

    /** The month that an identity was last found to be listed for, in seconds, and when. */
    private record Listed(long from, long to, long revision) {

        private static final Listed NOT = new Listed(0, 0, 0);

        boolean covers(Instant clock, long current) {
            return revision == current && clock.getEpochSecond() >= from && clock.getEpochSecond() < to;
        }

        static Listed month(Instant clock, long revision) {
            YearMonth month = YearMonth.from(clock.atOffset(ZoneOffset.UTC));
            OffsetDateTime start = month.atDay(1).atStartOfDay().atOffset(ZoneOffset.UTC);
            return new Listed(start.toEpochSecond(), start.plusMonths(1).toEpochSecond(), revision);
        }
    }

    /**
     * Prepares events whose numbers are entries of a map.
     *
     * @param map the component with the numbers
     * @param numbers the entries, in the order in which events give their values
     * @param texts further components
     */
    public Prepared prepare(Parts identity, String map, List<String> numbers, Map<String, String> texts) {
        return new Prepared(packed.prepare(identity, map, numbers, texts));
    }

    /** Returns whether no other process can append to this series. */
    public boolean isOnlyWriter() {
        return store.isOnlyWriter();
    }

    /** Starts an empty batch, for about as many events as are given. */
    public Batch batch(int expected) {
        return new Batch(series.now(), expected);
    }

    /** Events that are appended together. Used by one thread. */
    public final class Batch {

        private final Instant now;
        private final RowBatch rows;
        private final List<Catalogue.Listing> unlisted = new ArrayList<>();
        private final List<Prepared> unlistedForms = new ArrayList<>();
        private long revision;

        private Batch(Instant now, int expected) {
            this.now = now;
            this.rows = packed.batch(expected);
        }

        // Events of one moment often follow each other: their clock is checked and converted once.
        private @Nullable Instant checked;
        private @Nullable Instant added;
        private Instant stored = Instant.EPOCH;
        private long tick;

        /** Rejects an event whose clock, or one of whose numbers from one place to another, cannot be stored. */
        public void check(Instant clock, double[] numbers, int from, int to) {
            if (!clock.equals(checked)) {
                definition.clockRules.check(clock, now);
                checked = clock;
            }
            PackedAppends.requireStorable(numbers, from, to);
        }

        /**
         * Adds an event that was checked.
         *
         * @param numbers an array with its numbers
         * @param from where they begin
         */
        public void add(Prepared prepared, Instant clock, double[] numbers, int from) {
            if (!clock.equals(added)) {
                Instant floor = definition.layout.floor(clock);
                tick = packed.ticks(floor);
                stored = floor;
                added = clock;
            }
            packed.add(rows, prepared.row, tick, numbers, from);
            list(prepared, stored);
        }

        /** Lists the identity in the catalogue, unless it is known to be listed. */
        private void list(Prepared prepared, Instant clock) {
            Catalogue catalogue = series.catalogue();
            if (catalogue == null) {
                return;
            }
            // Read first: if an identity is removed meanwhile, this is out of date.
            if (unlisted.isEmpty()) {
                revision = catalogue.revision();
            }
            if (!prepared.listed.covers(clock, catalogue.revision())) {
                unlisted.add(new Catalogue.Listing(prepared.identity(), clock));
                unlistedForms.add(prepared);
            }
        }

        private CompletableFuture<Void> list() {
            Catalogue catalogue = series.catalogue();
            if (catalogue == null || unlisted.isEmpty()) {
                return CompletableFuture.completedFuture(null);
            }
            return catalogue.noteAll(unlisted).thenAccept(noted -> {
                Listed month = Listed.NOT;
                for (int i = 0; i < unlisted.size(); i++) {
                    Instant clock = unlisted.get(i).clock();
                    // Forms of one batch share the month.
                    month = month.covers(clock, revision) ? month : Listed.month(clock, revision);
                    unlistedForms.get(i).listed = month;
                }
            });
        }

        public int size() {
            return rows.size();
        }

        /** Appends the events; completes when they are durable, with the result of each in their order. */
        public CompletableFuture<List<Result>> append() {
            return appendRows().thenApply(PreparedAppends::results);
        }

        /** Appends the events like {@link #append}; a refused one comes with the stored row. */
        CompletableFuture<List<RowResult>> appendRows() {
            // Listed first, so that every stored event has an entry in the catalogue.
            return list().thenCompose(listed -> packed.append(rows));
        }

        Parts identity(int index) {
            return rows.identity(index);
        }
    }

    private static List<Result> results(List<RowResult> results) {
        Result[] all = new Result[results.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = result(results.get(i));
        }
        return Arrays.asList(all);
    }

    private static Result result(RowResult result) {
        return switch (result.kind()) {
            case WRITTEN -> Result.APPLIED;
            case SAME -> Result.DUPLICATE;
            case REFUSED -> Result.CONFLICT;
        };
    }
}
