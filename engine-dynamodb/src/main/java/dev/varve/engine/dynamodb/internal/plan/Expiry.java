package dev.varve.engine.dynamodb.internal.plan;

import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.table.AttributePath;
import dev.varve.table.Condition;
import dev.varve.table.TableSchema;

/**
 * Extends conditions so that they treat an expired item as absent.
 *
 * <p>"Expired" is {@code ttl <= now}, in epoch seconds. It is false if the item or the attribute is missing or is not a
 * number, so its negation means "live or absent". On an absent item a condition behaves as on an empty item.
 */
final class Expiry {

    private Expiry() {}

    private static Condition expired(String ttlAttribute, Num now) {
        return AttributePath.attr(ttlAttribute).upTo(now);
    }

    /** Returns the filter of a read. */
    static Condition filter(TableSchema schema, Condition filter, Num now) {
        return schema.ttlAttribute() == null
                ? filter
                : filter.and(expired(schema.ttlAttribute(), now).not());
    }

    /** Returns the condition of a write that replaces, removes or checks the whole item. */
    static Condition whole(TableSchema schema, Condition condition, Num now) {
        if (schema.ttlAttribute() == null || condition == Condition.always()) {
            return condition;
        }
        Condition expired = expired(schema.ttlAttribute(), now);
        return condition.test(Item.empty())
                ? expired.or(condition)
                : expired.not().and(condition);
    }

    /** Returns the condition of an update, which cannot replace an expired item. */
    static Condition update(TableSchema schema, Condition condition, Num now) {
        return schema.ttlAttribute() == null
                ? condition
                : expired(schema.ttlAttribute(), now).not().and(condition);
    }
}
