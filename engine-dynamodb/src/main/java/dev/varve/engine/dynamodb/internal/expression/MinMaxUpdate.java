package dev.varve.engine.dynamodb.internal.expression;

import dev.varve.item.Item;
import dev.varve.table.AttributePath;
import dev.varve.table.Condition;
import dev.varve.table.Update;
import dev.varve.table.UpdateAction;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a value given to min or max lies to the one that is stored: DynamoDB must be told, it cannot choose. */
public enum MinMaxUpdate {
    /** The stored value stays. */
    INNER,
    /** There is none: set it. */
    ABSENT,
    /** The given value is beyond the stored one: set it. */
    OUTER;

    static boolean isExtreme(UpdateAction action) {
        return action instanceof UpdateAction.Min || action instanceof UpdateAction.Max;
    }

    /** Returns the first guess for an update: all values stay. It is right for most values of a long series. */
    public static List<MinMaxUpdate> allInner(Update update) {
        int count = 0;
        for (UpdateAction action : update.actions()) {
            count += isExtreme(action) ? 1 : 0;
        }
        return Collections.nCopies(count, INNER);
    }

    /** Returns how the update's extremes lie to an item, null for an absent one; the update must fit the item. */
    public static List<MinMaxUpdate> of(Update update, @Nullable Item item) {
        Item stored = item == null ? Item.empty() : item;
        return update.actions().stream()
                .filter(MinMaxUpdate::isExtreme)
                .map(action -> INNER.condition(action).test(stored)
                        ? INNER
                        : action.path().in(stored) == null ? ABSENT : OUTER)
                .toList();
    }

    /** Returns what must hold of the stored item for this to be so. */
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

    /** Returns what must hold of the stored item for all of this update's extremes to lie so. */
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
