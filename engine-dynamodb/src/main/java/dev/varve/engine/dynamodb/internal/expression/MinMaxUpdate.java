package dev.varve.engine.dynamodb.internal.expression;

import dev.varve.item.Item;
import dev.varve.table.AttributePath;
import dev.varve.table.Condition;
import dev.varve.table.Update;
import dev.varve.table.UpdateAction;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a value given to min or max compares with the stored one. DynamoDB has no min or max, so the request must state
 * it.
 */
public enum MinMaxUpdate {
    /** The stored value stays. */
    INNER,
    /** There is no stored value: set it. */
    ABSENT,
    /** The given value is beyond the stored one: set it. */
    OUTER;

    static boolean isExtreme(UpdateAction action) {
        return action instanceof UpdateAction.Min || action instanceof UpdateAction.Max;
    }

    /** Returns the first guess for an update: all stored values stay. It is right for most values of a long series. */
    public static List<MinMaxUpdate> allInner(Update update) {
        int count = 0;
        for (UpdateAction action : update.actions()) {
            count += isExtreme(action) ? 1 : 0;
        }
        return Collections.nCopies(count, INNER);
    }

    /** Returns how the update's extremes compare with an item, null for an absent one. The update must fit the item. */
    public static List<MinMaxUpdate> of(Update update, @Nullable Item item) {
        Item stored = item == null ? Item.empty() : item;
        return update.actions().stream()
                .filter(MinMaxUpdate::isExtreme)
                .map(action -> INNER.condition(action).test(stored)
                        ? INNER
                        : action.path().in(stored) == null ? ABSENT : OUTER)
                .toList();
    }

    /** Returns the condition on the stored item under which this comparison is right. */
    Condition condition(UpdateAction action) {
        AttributePath path = action.path();
        if (this == ABSENT) {
            return path.absent();
        } else if (action instanceof UpdateAction.Min min) {
            return this == INNER ? path.upTo(min.value()) : path.after(min.value());
        }
        UpdateAction.Max max = (UpdateAction.Max) action;
        return this == INNER ? path.from(max.value()) : path.before(max.value());
    }

    /** Returns the condition on the stored item under which all these comparisons are right. */
    public static Condition condition(Update update, List<MinMaxUpdate> extremes) {
        Condition all = Condition.always();
        if (extremes.isEmpty()) {
            return all;
        }
        int next = 0;
        for (UpdateAction action : update.actions()) {
            if (isExtreme(action)) {
                all = all.and(extremes.get(next++).condition(action));
            }
        }
        return all;
    }
}
