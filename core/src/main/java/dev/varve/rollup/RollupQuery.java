package dev.varve.rollup;

import dev.varve.error.Rejected;
import dev.varve.internal.Durations;
import dev.varve.key.Grain;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.rollup.internal.RetentionRules;
import dev.varve.rollup.internal.RollupRuntime;
import dev.varve.rollup.internal.RowMapping;
import dev.varve.rollup.internal.RowReader;
import dev.varve.rollup.internal.TierRows;
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
 * Asks for the rows of one series or group. Each step of it returns a new description; {@link #list} carries it out.
 *
 * <p>A row belongs to a range that its bucket begins in. The bucket of the present moment has a row, of what has happened
 * so far.
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

    /** The range that was asked for; of the last so long if there is a length. */
    private record Range(
            @Nullable Instant from,
            @Nullable Instant to,
            @Nullable Duration last) {}

    public RollupQuery(RollupRuntime rollup, RowReader reader, Parts identity) {
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

    /** Asks for the same rows of another series. */
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

    /** Asks for rows of this length; refuses one that was not declared. */
    public RollupQuery of(Grain grain) {
        for (int i = 0; i < reader.tiers().size(); i++) {
            if (reader.tiers().get(i).form().tier().grain() == grain) {
                return new RollupQuery(rollup, reader, identity, i, range, 0, fresh, fill);
            }
        }
        throw new Rejected(
                "rollup.tier-unknown",
                "series %s has no rows of a %s; it has rows of %s"
                        .formatted(
                                rollup.form().events().series(),
                                grain.word(),
                                reader.tiers().stream()
                                        .map(rows -> rows.form().tier().grain().word())
                                        .toList()));
    }

    /** Asks for rows of the shortest length that are no more than this for the whole range, and still kept. */
    public RollupQuery auto(int mostPoints) {
        if (mostPoints < 1) {
            throw new Rejected("rollup.points", "%s points are asked for; at least one must be".formatted(mostPoints));
        }
        return new RollupQuery(rollup, reader, identity, -1, range, mostPoints, fresh, fill);
    }

    /** Asks for rows whose buckets begin in {@code [from, to)}. */
    public RollupQuery between(Instant from, Instant to) {
        return in(new Range(from, to, null));
    }

    /** Asks for rows from this instant on, up to the present one. */
    public RollupQuery since(Instant from) {
        return in(new Range(from, null, null));
    }

    /** Asks for the last buckets, the present one included: seven daily rows for the last seven days. */
    public RollupQuery last(Duration duration) {
        return in(new Range(null, null, Durations.check("rollup.duration", "last", duration)));
    }

    private RollupQuery in(Range asked) {
        return new RollupQuery(rollup, reader, identity, tier, asked, points, fresh, fill);
    }

    /** Makes the newest rows of the events themselves, for those that the feed has not brought yet. */
    public RollupQuery fresh() {
        if (!reader.isSeries()) {
            throw new Rejected("rollup.group-fresh", "rows of groups are made of their members' rows, not of events");
        }
        return new RollupQuery(rollup, reader, identity, tier, range, points, true, fill);
    }

    /** Says what stands for a bucket without events; nothing unless said otherwise. */
    public RollupQuery fill(GapFill newFill) {
        return new RollupQuery(rollup, reader, identity, tier, range, points, fresh, newFill);
    }

    /** Returns the rows in the order of time. */
    public List<RollupRow> list() {
        return BlockingTable.await(listAsync());
    }

    /** Returns the first of the rows. */
    public Optional<RollupRow> first() {
        return list().stream().findFirst();
    }

    /** Returns what reading the stored rows would cost; those of hours that are not over are made of readings, which adds to it. */
    public Explanation explain() {
        Instant now = rollup.now();
        Range asked = range;
        if (asked == null || (points == 0 && tier < 0)) {
            throw new Rejected(
                    "rollup.no-range", "rows of which time and length? Say hourly() and last(…), for example");
        }
        int chosen = points > 0 ? choose(asked, now) : tier;
        RowReader rows =
                reader.isSeries() ? BlockingTable.await(rollup.of(identity)).reader() : reader;
        TierRows stored = rows.tiers().get(chosen);
        return stored.range(identity, buckets(stored.form(), asked, now)).explain();
    }

    /** Returns the rows without waiting for them; the future fails with what {@link #list} throws. */
    public CompletableFuture<List<RollupRow>> listAsync() {
        Instant now = rollup.now();
        Range asked = range;
        if (asked == null) {
            return CompletableFuture.failedFuture(
                    new Rejected("rollup.no-range", "rows of which time? Say last(…), since(…) or between(…, …)"));
        }
        int chosen = points > 0 ? choose(asked, now) : tier;
        if (chosen < 0) {
            return CompletableFuture.failedFuture(new Rejected(
                    "rollup.no-tier", "rows of which length? Say hourly(), daily(), monthly() or auto(…)"));
        }
        return reader.isSeries()
                ? rollup.of(identity).thenCompose(own -> listAsync(own.reader(), chosen, asked, now))
                : listAsync(reader, chosen, asked, now);
    }

    /**
     * Returns from which instant on rows of this length are made for each answer, of shorter ones; those before it are as
     * they are in the table, which others may read then. {@link Instant#MAX} for rows of the shortest length, and where no
     * row was made yet. Perhaps a moment old.
     */
    public Instant openSince() {
        if (tier < 0) {
            throw new Rejected("rollup.no-tier", "rows of which length? Say hourly(), daily() or monthly()");
        }
        return BlockingTable.await(
                reader.isSeries()
                        ? rollup.of(identity).thenCompose(own -> own.reader().openSince(tier))
                        : reader.openSince(tier));
    }

    private CompletableFuture<List<RollupRow>> listAsync(RowReader rows, int chosen, Range asked, Instant now) {
        RowMapping form = rows.tiers().get(chosen).form();
        TimeRange buckets = buckets(form, asked, now);
        if (buckets.isEmpty()) {
            return CompletableFuture.completedFuture(List.of());
        }
        return rows.read(chosen, identity, buckets, fresh)
                .thenApply(read -> fill.apply(read, buckets.from(), buckets.to(), form::end).stream()
                        .map(row -> row.of(rollup.form()))
                        .toList());
    }

    private static TimeRange buckets(RowMapping form, Range asked, Instant now) {
        Instant end = form.end(now);
        if (asked.last() != null) {
            return new TimeRange(atOrAfter(form, now.minus(asked.last()).plusNanos(1)), end);
        }
        Instant from = atOrAfter(form, Objects.requireNonNull(asked.from()));
        Instant to = asked.to() == null ? end : atOrAfter(form, asked.to());
        return new TimeRange(from, to.isBefore(from) ? from : to);
    }

    private static Instant atOrAfter(RowMapping form, Instant clock) {
        Instant start = form.start(clock);
        return start.equals(clock) ? start : form.end(clock);
    }

    private int choose(Range asked, Instant now) {
        Instant to = asked.to() == null ? now : asked.to();
        Instant from = asked.last() != null ? now.minus(asked.last()) : Objects.requireNonNull(asked.from());
        int last = reader.tiers().size() - 1;
        for (int i = 0; i < last; i++) {
            RowMapping form = reader.tiers().get(i).form();
            boolean isKept = form.keep() == null || from.plus(form.keep()).isAfter(now);
            Duration each = RetentionRules.length(form.tier().grain());
            if (isKept && Duration.between(from, to).dividedBy(each) <= points) {
                return i;
            }
        }
        return last;
    }
}
