package dev.varve.internal.range;

import dev.varve.engine.support.PagePosition;
import dev.varve.item.Value;
import dev.varve.item.ValueOrder;
import dev.varve.table.Condition.Operator;
import dev.varve.table.Key;
import dev.varve.table.Query;
import dev.varve.table.Query.Order;
import dev.varve.table.SortCondition;
import dev.varve.table.TableSchema;
import org.jspecify.annotations.Nullable;

/**
 * Where reading a slice starts.
 *
 * @param query the query to run, or null if the slice was read completely
 * @param skipped the sort key to skip, because its items were returned before; null for none
 */
record SliceStart(@Nullable Query query, @Nullable Value skipped) {

    /*
     * Items of a step are ordered by sort key, and by shard where sort keys are equal: the lower shard first, or
     * the higher one in descending order, which is the exact reverse. After an item of shard s with sort key k,
     *
     *   shard s resumes after that item,
     *   a shard whose items with k were returned resumes after k,
     *   a shard whose items with k are still to come resumes at k.
     *
     * In the table, only one shard has k. In an index, several items can have k, in one shard or in several, and
     * DynamoDB has no key condition for "greater than k, at most the end": k is read again and skipped.
     */

    private static final SliceStart NOTHING = new SliceStart(null, null);

    static SliceStart of(Query query) {
        return new SliceStart(query, null);
    }

    /** Returns where a slice resumes after a resume point in its step. */
    static SliceStart after(ResumePoint point, TableSchema schema, Query query, int shard) {
        Value sort = point.position().target().sort();
        boolean same = shard == point.shard();
        boolean wasBefore = query.order() == Order.ASCENDING ? shard < point.shard() : shard > point.shard();
        if (sort == null) {
            if (same && query.index() != null) {
                return of(exclusive(point, schema, query));
            }
            // Without a sort key, a partition of the table is one item, and the slices of an index have no order among
            // them.
            return same || wasBefore ? NOTHING : of(query);
        }
        if (query.index() == null && (same || wasBefore) && isEnd(query, sort)) {
            // DynamoDB rejects a resume key equal to the end of the range; no item of the table can follow it anyway.
            return NOTHING;
        }
        if (same) {
            return of(exclusive(point, schema, query));
        }
        if (!query.sort().test(sort)) {
            return isAhead(query, sort) ? of(query) : NOTHING;
        }
        if (wasBefore && query.index() == null) {
            return of(exclusive(point, schema, query));
        }
        return new SliceStart(query.sort(inclusive(query, sort)), wasBefore ? sort : null);
    }

    private static Query exclusive(ResumePoint point, TableSchema schema, Query query) {
        Value sort = point.position().target().sort();
        if (sort != null && !query.sort().test(sort)) {
            throw ResumePoint.foreign(null);
        }
        Key target = new Key(query.partition(), sort);
        Key key = query.index() == null ? target : point.position().key();
        return query.resume(new PagePosition(target, key).token(schema, query));
    }

    /** Returns whether this sort key is the last that the query can return. */
    private static boolean isEnd(Query query, Value sort) {
        Value end = query.order() == Order.ASCENDING
                ? query.sort().highest()
                : query.sort().lowest();
        return end != null && query.sort().test(sort) && ValueOrder.compareKeys(sort, end) == 0;
    }

    /** Returns whether the whole range of the query comes after this sort key, which is outside of it. */
    private static boolean isAhead(Query query, Value sort) {
        return query.order() == Order.ASCENDING
                ? ValueOrder.compareKeys(sort, query.sort().lowest()) < 0
                : query.sort().highest() != null
                        && ValueOrder.compareKeys(sort, query.sort().highest()) > 0;
    }

    private static SortCondition inclusive(Query query, Value sort) {
        if (query.order() == Order.ASCENDING) {
            Value highest = query.sort().highest();
            return highest == null
                    ? new SortCondition.Compare(Operator.AT_LEAST, sort)
                    : new SortCondition.Between(sort, highest);
        }
        Value lowest = query.sort().lowest();
        return lowest == null
                ? new SortCondition.Compare(Operator.AT_MOST, sort)
                : new SortCondition.Between(lowest, sort);
    }
}
