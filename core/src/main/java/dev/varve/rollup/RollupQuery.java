package dev.varve.rollup;

import dev.varve.error.Rejected;
import dev.varve.internal.Durations;
import dev.varve.key.Grain;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.rollup.internal.CarriedRows;
import dev.varve.rollup.internal.RollupRuntime;
import dev.varve.rollup.internal.RowReader;
import dev.varve.rollup.internal.TierRows;
import dev.varve.rollup.internal.definition.RowMapping;
import dev.varve.table.BlockingTable;
import dev.varve.table.Explanation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A query for the rows of one identity or group. Each step returns a new query; {@link #list} runs it.
 *
 * <p>A row belongs to the range in which its bucket begins. The current bucket has a row of the events so far.
 */
public final class RollupQuery {

    private final RollupRuntime rollup;
    private final RowReader reader;
    private final Parts identity;
    private final int tier;
    private final @Nullable Range range;
    private final int points;
    private final boolean fresh;
    private final GapFill fill;

    /**
     * The requested range: either the last {@code last}, or from {@code from} to {@code to}, or to now for null.
     *
     * @param isOverlapping whether a bucket that began before {@code from} belongs to the range
     */
    private record Range(
            @Nullable Instant from,
            @Nullable Instant to,
            @Nullable Duration last,
            boolean isOverlapping) {}

    RollupQuery(RollupRuntime rollup, RowReader reader, Parts identity) {
        this(rollup, reader, identity, -1, null, 0, false, GapFill.NONE);
    }

    private RollupQuery(
            RollupRuntime rollup,
            RowReader reader,
            Parts identity,
            int tier,
            @Nullable Range range,
            int points,
            boolean fresh,
            GapFill fill) {
        this.rollup = rollup;
        this.reader = reader;
        this.identity = identity;
        this.tier = tier;
        this.range = range;
        this.points = points;
        this.fresh = fresh;
        this.fill = fill;
    }

    /** Returns the same query for another identity. */
    RollupQuery of(Parts other) {
        return new RollupQuery(rollup, reader, other, tier, range, points, fresh, fill);
    }

    public RollupQuery minutely() {
        return of(Grain.MINUTE);
    }

    public RollupQuery hourly() {
        return of(Grain.HOUR);
    }

    public RollupQuery daily() {
        return of(Grain.DAY);
    }

    public RollupQuery monthly() {
        return of(Grain.MONTH);
    }

    /** Selects the tier of this grain; refuses one that was not declared. */
    public RollupQuery of(Grain grain) {
        for (int i = 0; i < reader.tiers().size(); i++) {
            if (reader.tiers().get(i).mapping().tier().grain() == grain) {
                return new RollupQuery(rollup, reader, identity, i, range, 0, fresh, fill);
            }
        }
        throw new Rejected(
                "rollup.tier-unknown",
                "series %s has no rows per %s; it has rows per %s"
                        .formatted(
                                rollup.compiled().events().series(),
                                grain.word(),
                                reader.tiers().stream()
                                        .map(rows ->
                                                rows.mapping().tier().grain().word())
                                        .toList()));
    }

    /** Selects the finest tier that has at most this many rows for the range, and whose rows have not expired. */
    public RollupQuery auto(int maxPoints) {
        if (maxPoints < 1) {
            throw new Rejected(
                    "rollup.points", "auto(%s) is out of range; the minimum is 1 point".formatted(maxPoints));
        }
        return new RollupQuery(rollup, reader, identity, -1, range, maxPoints, fresh, fill);
    }

    /** Selects the rows whose buckets begin in {@code [from, to)}. */
    public RollupQuery between(Instant from, Instant to) {
        return in(new Range(from, to, null, false));
    }

    /** Selects the rows whose buckets overlap {@code [from, to)}; the first one may begin before it. */
    public RollupQuery overlapping(Instant from, Instant to) {
        return in(new Range(from, to, null, true));
    }

    /** Selects the rows whose buckets begin at or after this instant, up to the current bucket. */
    public RollupQuery since(Instant from) {
        return in(new Range(from, null, null, false));
    }

    /** Selects the last buckets, including the current one: seven daily rows for the last seven days. */
    public RollupQuery last(Duration duration) {
        return in(new Range(null, null, Durations.check("rollup.duration", "last", duration), false));
    }

    private RollupQuery in(Range requested) {
        return new RollupQuery(rollup, reader, identity, tier, requested, points, fresh, fill);
    }

    /** Computes the newest rows from the events, so that they include events that the feed has not delivered yet. */
    public RollupQuery fresh() {
        if (!reader.isSeries()) {
            throw new Rejected(
                    "rollup.group-fresh",
                    "rows of groups are computed from their members' rows, not from events: leave fresh() out");
        }
        return new RollupQuery(rollup, reader, identity, tier, range, points, true, fill);
    }

    /** Sets the value of a bucket without events. Default: {@link GapFill#NONE}. */
    public RollupQuery fill(GapFill newFill) {
        return new RollupQuery(rollup, reader, identity, tier, range, points, fresh, newFill);
    }

    /** Returns the rows in the order of time. */
    public List<RollupRow> list() {
        return BlockingTable.await(listAsync());
    }

    /** Returns the first row. */
    public Optional<RollupRow> first() {
        return list().stream().findFirst();
    }

    /** Returns the grain of the tier that the query reads: the selected one, or the one that {@link #auto} chooses now. */
    public Grain grain() {
        Instant now = rollup.now();
        return grain(chosen(described(), now));
    }

    /**
     * Returns the number of buckets in the range, computed with days of 24 hours and months of 30 days. With a gap fill
     * it is the number of rows.
     */
    public long buckets() {
        Instant now = rollup.now();
        Range requested = described();
        return span(requested, now).dividedBy(RowMapping.usualLength(grain(chosen(requested, now))));
    }

    private Range described() {
        Range requested = range;
        if (requested == null || (points == 0 && tier < 0)) {
            throw new Rejected(
                    "rollup.no-range", "the query has no tier or no range: call hourly() and last(…), for example");
        }
        return requested;
    }

    private int chosen(Range requested, Instant now) {
        return points > 0 ? choose(requested, now) : tier;
    }

    private Grain grain(int index) {
        return reader.tiers().get(index).mapping().tier().grain();
    }

    /**
     * Describes what reading the stored rows would cost, without running the query. Rows of open buckets are computed
     * from finer rows or events, which costs more.
     */
    public Explanation explain() {
        Instant now = rollup.now();
        Range requested = described();
        int chosen = chosen(requested, now);
        RowReader rows =
                reader.isSeries() ? BlockingTable.await(rollup.of(identity)).reader() : reader;
        TierRows stored = rows.tiers().get(chosen);
        return stored.range(identity, buckets(stored.mapping(), requested, now)).explain();
    }

    /** Returns the rows without waiting for them; the future fails with what {@link #list} throws. */
    public CompletableFuture<List<RollupRow>> listAsync() {
        Instant now = rollup.now();
        Range requested = range;
        if (requested == null) {
            return CompletableFuture.failedFuture(
                    new Rejected("rollup.no-range", "the query has no range: call last(…), since(…) or between(…, …)"));
        }
        int chosen = chosen(requested, now);
        if (chosen < 0) {
            return CompletableFuture.failedFuture(new Rejected(
                    "rollup.no-tier", "the query has no tier: call hourly(), daily(), monthly() or auto(…)"));
        }
        return reader.isSeries()
                ? rollup.of(identity).thenCompose(own -> listAsync(own.reader(), chosen, requested, now))
                : listAsync(reader, chosen, requested, now);
    }

    /**
     * Returns the instant from which rows of this tier are computed from finer rows for each query. Rows before it are
     * stored in the table and can be read there directly. Returns {@link Instant#MAX} for the finest tier, and if no
     * row is stored yet. The value may be a moment old.
     */
    public Instant openSince() {
        if (tier < 0) {
            throw new Rejected("rollup.no-tier", "the query has no tier: call hourly(), daily() or monthly()");
        }
        return BlockingTable.await(
                reader.isSeries()
                        ? rollup.of(identity).thenCompose(own -> own.reader().openSince(tier))
                        : reader.openSince(tier));
    }

    private CompletableFuture<List<RollupRow>> listAsync(RowReader rows, int chosen, Range requested, Instant now) {
        RowMapping mapping = rows.tiers().get(chosen).mapping();
        TimeRange buckets = buckets(mapping, requested, now);
        if (buckets.isEmpty()) {
            return CompletableFuture.completedFuture(List.of());
        }
        return rows.read(chosen, identity, buckets, fresh)
                .thenCompose(read -> CarriedRows.complete(
                        rows,
                        new CarriedRows.Request(chosen, identity, buckets, fresh, now),
                        fill.apply(read, buckets.from(), buckets.to(), mapping::end)))
                .thenApply(read -> read.stream()
                        .map(row -> row.of(rollup.compiled(), rows.isSeries()))
                        .toList());
    }

    private static TimeRange buckets(RowMapping mapping, Range requested, Instant now) {
        Instant end = mapping.end(now);
        if (requested.last() != null) {
            return new TimeRange(atOrAfter(mapping, now.minus(requested.last()).plusNanos(1)), end);
        }
        Instant first = Objects.requireNonNull(requested.from());
        Instant from = requested.isOverlapping() ? mapping.start(first) : atOrAfter(mapping, first);
        Instant to = requested.to() == null ? end : atOrAfter(mapping, requested.to());
        return new TimeRange(from, to.isBefore(from) ? from : to);
    }

    private static Instant atOrAfter(RowMapping mapping, Instant clock) {
        Instant start = mapping.start(clock);
        return start.equals(clock) ? start : mapping.end(clock);
    }

    private int choose(Range requested, Instant now) {
        Duration span = span(requested, now);
        int last = reader.tiers().size() - 1;
        for (int i = 0; i < last; i++) {
            Duration keep = reader.tiers().get(i).mapping().keep();
            boolean isKept = keep == null || from(requested, now).plus(keep).isAfter(now);
            if (isKept && span.dividedBy(RowMapping.usualLength(grain(i))) <= points) {
                return i;
            }
        }
        return last;
    }

    private static Instant from(Range requested, Instant now) {
        return requested.last() != null ? now.minus(requested.last()) : Objects.requireNonNull(requested.from());
    }

    private static Duration span(Range requested, Instant now) {
        return Duration.between(from(requested, now), requested.to() == null ? now : requested.to());
    }
}
