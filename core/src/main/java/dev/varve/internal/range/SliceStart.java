package dev.varve.internal.range;

import dev.varve.engine.support.PagePosition;
import dev.varve.engine.support.ValueOrder;
import dev.varve.item.Value;
import dev.varve.table.Condition.Operator;
import dev.varve.table.Key;
import dev.varve.table.Query;
import dev.varve.table.Query.Order;
import dev.varve.table.SortCondition;
import dev.varve.table.TableSchema;
import org.jspecify.annotations.Nullable;

/**
 * Where the reading of one slice begins.
 *
 * @param query what to read, or null where the slice was read to its end
 * @param skipped the sort key to leave out, because its items were returned before; null for none
 */
record SliceStart(@Nullable Query query, @Nullable Value skipped) {

    /*
     * Items of a step come by sort key, those with equal sort keys by shard: the lower shard first, and in descending
     * order the higher one, so that one order is the other reversed. After an item of shard s with sort key k
     *
     *   shard s    goes on after that item,
     *   a shard whose items with k came before goes on after k,
     *   a shard whose items with k come later goes on with k.
     *
     * Between slices of the table, k is in one shard only. On an index several items have k, in one shard or in several,
     * and there is no key condition for "above k, and not above the end": k is read again and left out.
     */

    private static final SliceStart NOTHING = new SliceStart(null, null);

    static SliceStart of(Query query) {
        return new SliceStart(query, null);
    }

    /** Returns where a slice goes on after a mark in its step. */
    static SliceStart after(ResumePoint mark, TableSchema schema, Query query, int shard) {
        Value sort = mark.position().target().sort();
        boolean same = shard == mark.shard();
        boolean wasBefore = query.order() == Order.ASCENDING ? shard < mark.shard() : shard > mark.shard();
        if (sort == null) {
            if (same && query.index() != null) {
                return of(exclusive(mark, schema, query));
            }
            // Without a sort key a partition of the table is one item, and all slices of an index are equal.
            return same || wasBefore ? NOTHING : of(query);
        }
        if (query.index() == null && (same || wasBefore) && isEnd(query, sort)) {
            // DynamoDB refuses to go on after a key that is itself the end: nothing of the table is behind it.
            return NOTHING;
        }
        if (same) {
            return of(exclusive(mark, schema, query));
        }
        if (!query.sort().test(sort)) {
            return isAhead(query, sort) ? of(query) : NOTHING;
        }
        if (wasBefore && query.index() == null) {
            return of(exclusive(mark, schema, query));
        }
        return new SliceStart(query.sort(inclusive(query, sort)), wasBefore ? sort : null);
    }

    private static Query exclusive(ResumePoint mark, TableSchema schema, Query query) {
        Value sort = mark.position().target().sort();
        if (sort != null && !query.sort().test(sort)) {
            throw ResumePoint.foreign(null);
        }
        Key target = new Key(query.partition(), sort);
        Key key = query.index() == null ? target : mark.position().key();
        return query.resume(new PagePosition(target, key).token(schema, query));
    }

    /** Returns whether the query ends with this sort key. */
    private static boolean isEnd(Query query, Value sort) {
        Value end = query.order() == Order.ASCENDING
                ? query.sort().highest()
                : query.sort().lowest();
        return end != null && query.sort().test(sort) && ValueOrder.compareKeys(sort, end) == 0;
    }

    /** Returns whether all of the query comes after the sort key, which is outside of it. */
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
