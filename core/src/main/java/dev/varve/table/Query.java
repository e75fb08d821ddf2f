package dev.varve.table;

import dev.varve.error.Rejected;
import dev.varve.item.Value;
import org.jspecify.annotations.Nullable;

/**
 * Reads a range of items of one partition, ordered by sort key. Immutable: each step returns a new query.
 *
 * @param index the index to read, or null for the table
 * @param limit the most items to return, counted after the filter; 0 for as many as one request examines
 * @param resume the token of an earlier page, or null for the beginning
 */
public record Query(
        @Nullable String index,
        Value partition,
        SortCondition sort,
        Condition filter,
        Order order,
        int limit,
        @Nullable PageToken resume,
        Consistency consistency,
        Select select)
        implements Request {

    /** The order of the items by sort key. */
    public enum Order {
        ASCENDING,
        DESCENDING
    }

    public Query {
        Limits.requireNotNegative(limit);
    }

    /** Returns a query for all items of a partition. */
    public static Query of(Object partition) {
        return new Query(
                null,
                Value.of(partition),
                SortCondition.any(),
                Condition.always(),
                Order.ASCENDING,
                0,
                null,
                Consistency.EVENTUAL,
                Select.all());
    }

    /** Reads this index instead of the table. */
    public Query on(String indexName) {
        return new Query(indexName, partition, sort, filter, order, limit, resume, consistency, select);
    }

    /** Replaces the sort condition. */
    public Query sort(SortCondition condition) {
        return new Query(index, partition, condition, filter, order, limit, resume, consistency, select);
    }

    /** Reads one sort key; on an index, several items may have it. */
    public Query equalTo(Object sortKey) {
        return compare(Condition.Operator.EQUAL, sortKey);
    }

    /** Reads sort keys that begin with this prefix. */
    public Query beginsWith(Object prefix) {
        return sort(new SortCondition.BeginsWith(Value.of(prefix)));
    }

    /** Reads sort keys between the two, both included. */
    public Query between(Object low, Object high) {
        return sort(new SortCondition.Between(Value.of(low), Value.of(high)));
    }

    /** Reads sort keys from this one on; combines with {@link #upTo} to a range, both ends included. */
    public Query from(Object low) {
        if (sort instanceof SortCondition.Compare upper && upper.operator() == Condition.Operator.AT_MOST) {
            return sort(new SortCondition.Between(Value.of(low), upper.value()));
        }
        return compare(Condition.Operator.AT_LEAST, low);
    }

    /** Reads sort keys up to this one; combines with {@link #from} to a range, both ends included. */
    public Query upTo(Object high) {
        if (sort instanceof SortCondition.Compare lower && lower.operator() == Condition.Operator.AT_LEAST) {
            return sort(new SortCondition.Between(lower.value(), Value.of(high)));
        }
        return compare(Condition.Operator.AT_MOST, high);
    }

    /** Reads sort keys above this one. */
    public Query after(Object low) {
        return compare(Condition.Operator.GREATER, low);
    }

    /** Reads sort keys below this one. */
    public Query before(Object high) {
        return compare(Condition.Operator.LESS, high);
    }

    private Query compare(Condition.Operator operator, Object value) {
        if (sort != SortCondition.any()) {
            throw new Rejected(
                    "query.two-sort-conditions",
                    "a query has one sort condition; it has (%s) and was given (%s %s): use between, or from with upTo"
                            .formatted(sort, operator.symbol(), Value.of(value)));
        }
        return sort(new SortCondition.Compare(operator, Value.of(value)));
    }

    /** Keeps only items that satisfy the condition; combines with an earlier filter. Filtered items are billed too. */
    public Query where(Condition more) {
        return new Query(index, partition, sort, filter.and(more), order, limit, resume, consistency, select);
    }

    /** Reads the highest sort key first. */
    public Query descending() {
        return new Query(index, partition, sort, filter, Order.DESCENDING, limit, resume, consistency, select);
    }

    /** Limits the number of items in a page, counted after the filter; 0 means no limit. */
    public Query limit(int max) {
        return new Query(index, partition, sort, filter, order, max, resume, consistency, select);
    }

    /** Resumes after an earlier page of the same query; null starts from the beginning. */
    public Query resume(@Nullable PageToken token) {
        return new Query(index, partition, sort, filter, order, limit, token, consistency, select);
    }

    /** Reads with strong consistency; not supported on indexes. */
    public Query consistent() {
        return new Query(index, partition, sort, filter, order, limit, resume, Consistency.STRONG, select);
    }

    /** Returns only these attributes of each item. */
    public Query select(String... names) {
        return select(Select.only(names));
    }

    /** Sets what is returned of each item. */
    public Query select(Select what) {
        return new Query(index, partition, sort, filter, order, limit, resume, consistency, what);
    }

    /** Returns only the number of items. */
    public Query countOnly() {
        return select(Select.count());
    }

    /** Returns a text that identifies this query; a page token is valid for one such text. */
    public String identity() {
        return "query " + index + ' ' + partition + ' ' + sort + ' ' + filter + ' ' + order;
    }
}
