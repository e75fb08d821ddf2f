package dev.varve.series;

import dev.varve.error.InvalidPageToken;
import dev.varve.error.Rejected;
import dev.varve.error.VarveException;
import dev.varve.internal.range.RangeQuery;
import dev.varve.internal.range.RangeSteps;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.TimeRange;
import dev.varve.key.internal.RangePlan;
import dev.varve.rollup.Lttb;
import dev.varve.series.internal.read.HistorySource;
import dev.varve.series.internal.read.HistoryWindow;
import dev.varve.table.BlockingTable;
import dev.varve.table.Capacity;
import dev.varve.table.Condition;
import dev.varve.table.Consistency;
import dev.varve.table.Explanation;
import dev.varve.table.PageToken;
import dev.varve.table.Query.Order;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A query for the events of one identity in a range of time, oldest first. Events are ordered by the clock cut to the
 * tick, then by the parts after the clock in the sort key; digits finer than the tick do not count. Each step returns a
 * new query; {@link #page}, {@link #stream}, {@link #list}, {@link #first} and {@link #count} run it.
 *
 * <p>An item whose key the series does not write, such as one that was put by hand, is not an event: it is skipped and
 * not counted. An event whose attributes do not fit the record is an error that names its key.
 *
 * <p>Without bounds, the range is all time. If partitions are split by time, the range needs both bounds, or the series
 * declares {@code lookBack} or {@code keep}, which limit how far back it begins.
 */
public final class History<E> {

    private final HistorySource<E> source;
    private final Parts identity;
    private final HistoryWindow window;
    private final Order order;
    private final Condition filter;
    private final Consistency consistency;
    private final int limit;

    History(HistorySource<E> source, Parts identity) {
        this(source, identity, HistoryWindow.OPEN, Order.ASCENDING, Condition.always(), Consistency.EVENTUAL, 0);
    }

    private History(
            HistorySource<E> source,
            Parts identity,
            HistoryWindow window,
            Order order,
            Condition filter,
            Consistency consistency,
            int limit) {
        this.source = source;
        this.identity = identity;
        this.window = window;
        this.order = order;
        this.filter = filter;
        this.consistency = consistency;
        this.limit = limit;
    }

    /** Selects the events with a clock in {@code [from, to)}. */
    public History<E> between(Instant from, Instant to) {
        return in(window.between(from, to));
    }

    /** Selects the events with a clock at or after {@code from}. */
    public History<E> since(Instant from) {
        return in(window.since(from));
    }

    /** Selects the events with a clock before {@code to}, exclusive. */
    public History<E> before(Instant to) {
        return in(window.before(to));
    }

    /**
     * Selects the events of the last {@code duration}: {@code (now - duration, now]} in whole ticks. This call fixes
     * "now"; a page token keeps the "now" of its first page.
     */
    public History<E> last(Duration duration) {
        return in(HistoryWindow.last(duration, source.clock().instant()));
    }

    private History<E> in(HistoryWindow newWindow) {
        return new History<>(source, identity, newWindow, order, filter, consistency, limit);
    }

    public History<E> newestFirst() {
        return new History<>(source, identity, window, Order.DESCENDING, filter, consistency, limit);
    }

    /**
     * Keeps only events for whose item the condition holds. Several conditions must all hold. Filtered events are read
     * and billed too. Attributes are named as stored; an unknown one is refused ({@code record.unknown-attribute}).
     */
    public History<E> where(Condition more) {
        Condition stored = source.condition().apply(more);
        return new History<>(source, identity, window, order, filter.and(stored), consistency, limit);
    }

    /** Limits the number of events returned, after filtering. It is also the size of a page. */
    public History<E> limit(int most) {
        if (most < 1) {
            throw new Rejected("series.limit", "limit %s is below 1; leave it out for no limit".formatted(most));
        }
        return new History<>(source, identity, window, order, filter, consistency, most);
    }

    /** Reads consistently: sees every event whose append completed before. Not possible on an index. */
    public History<E> consistent() {
        if (source.index() != null) {
            throw new Rejected(
                    "query.index-consistent",
                    "index %s cannot be read consistently: read the series itself, or leave consistent() out"
                            .formatted(source.index()));
        }
        return new History<>(source, identity, window, order, filter, Consistency.STRONG, limit);
    }

    /** Returns the first page. */
    public HistoryPage<E> page() {
        return page(null);
    }

    /** Returns the page after the one that the token came with, or the first page for null. */
    public HistoryPage<E> page(@Nullable PageToken resume) {
        return BlockingTable.await(pageAsync(resume));
    }

    /** Returns a page without waiting for it; the future fails with what {@link #page} throws. */
    public CompletableFuture<HistoryPage<E>> pageAsync(@Nullable PageToken resume) {
        try {
            return range(resume)
                    .pageAsync(resume)
                    .thenApply(page -> new HistoryPage<>(
                            page.items().stream().map(source.read()).toList(), page.next(), page.capacity()));
        } catch (VarveException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    /** Returns the events lazily; close the stream to stop reading ahead. */
    public Stream<E> stream() {
        HistorySource.Direct<E> direct = direct();
        Stream<E> found = direct == null ? null : direct.stream(identity, wholeTicks(), order, consistency, limit);
        return found == null ? range(null).stream().map(source.read()) : found;
    }

    public List<E> list() {
        return BlockingTable.await(listAsync());
    }

    /** Returns all events without waiting for them; the future fails with what {@link #list} throws. */
    public CompletableFuture<List<E>> listAsync() {
        try {
            HistorySource.Direct<E> direct = direct();
            CompletableFuture<List<E>> found =
                    direct == null ? null : direct.list(identity, wholeTicks(), order, consistency, limit);
            if (found != null) {
                return found;
            }
            List<E> events = new ArrayList<>();
            return range(null)
                    .forEachAsync(item -> events.add(source.read().apply(item)))
                    .thenApply(capacity -> events);
        } catch (VarveException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    /** Returns the first event in the order of the query: the newest after {@link #newestFirst}. */
    public Optional<E> first() {
        return BlockingTable.await(firstAsync());
    }

    /** Returns the first event without waiting for it. */
    public CompletableFuture<Optional<E>> firstAsync() {
        History<E> one = limit(1);
        return one.direct() == null
                ? one.pageAsync(null).thenApply(page -> page.events().stream().findFirst())
                : one.listAsync().thenApply(events -> events.stream().findFirst());
    }

    /**
     * Returns at most {@code points} of the events, chosen so that a chart of the component keeps its shape
     * ({@link Lttb}). Reads all events; those that lack the component are left out.
     */
    public List<E> thin(int points, String field) {
        try (Stream<E> events = stream()) {
            return source.thinned().of(events, points, field);
        }
    }

    /** Returns the number of events, at most the limit; fetches only their keys. */
    public long count() {
        return range(null).count();
    }

    /** Describes what the query would read and cost, without running it. */
    public Explanation explain() {
        return range(null).explain();
    }

    /** Returns the items of the events. */
    Stream<Item> items() {
        return range(null).stream();
    }

    /** Passes the items of the events to the consumer, one after the other. */
    CompletableFuture<Capacity> forEachItem(Consumer<Item> each) {
        try {
            return range(null).forEachAsync(each);
        } catch (VarveException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    /** Returns the item of the first event. */
    CompletableFuture<Optional<Item>> firstItem() {
        try {
            return limit(1).range(null)
                    .pageAsync(null)
                    .thenApply(page -> page.items().stream().findFirst());
        } catch (VarveException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    private HistorySource.@Nullable Direct<E> direct() {
        return filter == Condition.always() ? source.direct() : null;
    }

    /** Returns the range of this query as of now, rounded to the tick. */
    private TimeRange wholeTicks() {
        Instant moment = window.isRelative(source) ? moment(null) : Instant.EPOCH;
        return source.layout().plan(identity, window.range(source, moment)).range();
    }

    private RangeQuery range(@Nullable PageToken resume) {
        boolean isRelative = window.isRelative(source);
        Instant moment = isRelative ? moment(resume) : Instant.EPOCH;
        TimeRange requested = window.range(source, moment);
        RangePlan plan = source.hasExactClock()
                ? source.layout().planExact(identity, requested)
                : source.layout().plan(identity, requested);
        RangeQuery range = RangeQuery.of(source.table(), RangeSteps.of(plan), identity(plan), source.parallel())
                .where(filter.and(clockFilter(plan, requested)))
                .only(source.isEvent());
        range = source.index() == null ? range : range.on(source.index());
        range = order == Order.ASCENDING ? range : range.descending();
        range = consistency == Consistency.EVENTUAL ? range : range.consistent();
        range = limit == 0 ? range : range.limit(limit);
        return isRelative ? range.noting(Tick.NANOS.text(moment)) : range;
    }

    private Instant moment(@Nullable PageToken resume) {
        if (resume != null) {
            return Tick.NANOS
                    .parse(RangeQuery.noteOf(resume))
                    .orElseThrow(() -> new InvalidPageToken(
                            "the page token does not belong to this range: resume the history it came from"));
        }
        return window.asOf() == null ? source.clock().instant() : window.asOf();
    }

    /** Returns a text that identifies this query in page tokens: the first partition names the series and the start. */
    private String identity(RangePlan plan) {
        var steps = plan.iterator();
        return source.name() + " " + window + " "
                + (steps.hasNext() ? steps.next().slices().get(0) : "nothing");
    }

    private Condition clockFilter(RangePlan plan, TimeRange requested) {
        Condition exact = Condition.always();
        if (!plan.needsClockFilter()) {
            return exact;
        }
        if (requested.from().isAfter(plan.range().from())) {
            exact = source.stored().from(requested.from());
        }
        return requested.to().isBefore(plan.range().to())
                ? exact.and(source.stored().before(requested.to()))
                : exact;
    }
}
