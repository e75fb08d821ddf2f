package dev.varve.entity;

import dev.varve.entity.internal.EntitySource;
import dev.varve.error.Rejected;
import dev.varve.internal.range.RangePage;
import dev.varve.internal.range.RangeQuery;
import dev.varve.key.PartRange;
import dev.varve.table.Condition;
import dev.varve.table.Consistency;
import dev.varve.table.Explanation;
import dev.varve.table.PageToken;
import dev.varve.table.Query.Order;
import dev.varve.table.internal.RecordConditions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A query for the entities whose keys, in an index or in the table, begin with some parts, in the order of the sort
 * keys. Each step returns a new query; {@link #page}, {@link #stream}, {@link #list}, {@link #first} and {@link #count}
 * run it. A sharded index is read over all shards, as one.
 *
 * <p>Reads of an index may miss writes of the last moments. Bounds compare values: numbers as numbers, texts by their
 * UTF-8 bytes. Entities are returned in the order of their keys. That order differs from the order of the texts if
 * these hold characters that keys escape, or that sort before the separator of the key, such as a space.
 */
public final class EntityQuery<R extends Record> {

    private final EntitySource<R> source;
    private final PartRange range;
    private final Order order;
    private final Condition filter;
    private final Consistency consistency;
    private final int limit;

    EntityQuery(EntitySource<R> source) {
        this(source, PartRange.all(), Order.ASCENDING, Condition.always(), Consistency.EVENTUAL, 0);
    }

    private EntityQuery(
            EntitySource<R> source,
            PartRange range,
            Order order,
            Condition filter,
            Consistency consistency,
            int limit) {
        this.source = source;
        this.range = range;
        this.order = order;
        this.filter = filter;
        this.consistency = consistency;
        this.limit = limit;
    }

    /**
     * Selects the entities whose next part of the sort key is at least this value. Texts are compared by their UTF-8
     * bytes; if keys sort differently, some more keys are read and billed than are returned.
     */
    public EntityQuery<R> from(Object value) {
        return in(range.from(source.next(value)));
    }

    /** Selects the entities whose next part of the sort key is below this value, compared as by {@link #from}. */
    public EntityQuery<R> to(Object value) {
        return in(range.to(source.next(value)));
    }

    /** Selects the entities whose next part of the sort key begins with this text. */
    public EntityQuery<R> beginsWith(String prefix) {
        return in(range.beginningWith(source.nextPrefix(prefix)));
    }

    private EntityQuery<R> in(PartRange newRange) {
        return new EntityQuery<>(source, newRange, order, filter, consistency, limit);
    }

    /** Returns the highest sort key first. */
    public EntityQuery<R> descending() {
        return new EntityQuery<>(source, range, Order.DESCENDING, filter, consistency, limit);
    }

    /**
     * Keeps only entities for which the condition holds. Several conditions must all hold. Filtered entities are read
     * and billed too. Attributes are named as stored; an unknown one is refused ({@code record.unknown-attribute}).
     */
    public EntityQuery<R> where(Condition more) {
        Condition stored = new RecordConditions(source.mapping(), source.table().schema()).stored(more);
        return new EntityQuery<>(source, range, order, filter.and(stored), consistency, limit);
    }

    /** Reads consistently: sees every write that completed before. Not possible on an index. */
    public EntityQuery<R> consistent() {
        if (source.index() != null) {
            throw new Rejected(
                    "query.index-consistent",
                    "index %s cannot be read consistently: read the entities themselves, or leave consistent() out"
                            .formatted(source.index()));
        }
        return new EntityQuery<>(source, range, order, filter, Consistency.STRONG, limit);
    }

    /** Limits the number of entities returned, after filtering. It is also the size of a page. */
    public EntityQuery<R> limit(int most) {
        if (most < 1) {
            throw new Rejected("entity.limit", "limit %s is below 1; leave it out for no limit".formatted(most));
        }
        return new EntityQuery<>(source, range, order, filter, consistency, most);
    }

    /** Returns the first page. */
    public EntityPage<R> page() {
        return page(null);
    }

    /** Returns the page after the one that the token came with, or the first page for null. */
    public EntityPage<R> page(@Nullable PageToken resume) {
        RangePage page = query().page(resume);
        return new EntityPage<>(page.items().stream().map(source.read()).toList(), page.next(), page.capacity());
    }

    /** Returns the entities lazily; close the stream to stop reading ahead. */
    public Stream<R> stream() {
        return query().stream().map(source.read());
    }

    public List<R> list() {
        try (Stream<R> records = stream()) {
            return records.toList();
        }
    }

    public Optional<R> first() {
        return query().first().map(source.read());
    }

    /** Returns the number of entities, at most the limit; fetches only their keys. */
    public long count() {
        return query().count();
    }

    /** Describes what the query would read and cost, without running it. */
    public Explanation explain() {
        return query().explain();
    }

    private RangeQuery query() {
        RangeQuery query = source.query(range).where(filter);
        query = order == Order.ASCENDING ? query : query.descending();
        query = consistency == Consistency.EVENTUAL ? query : query.consistent();
        return limit == 0 ? query : query.limit(limit);
    }
}
