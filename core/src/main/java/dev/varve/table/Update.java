package dev.varve.table;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.table.internal.UpdateEvaluator;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes some attributes of an item atomically and keeps the others; an absent item counts as empty. All actions see
 * the item as it was before the update.
 */
public record Update(
        Key key,
        List<UpdateAction> actions,
        Condition condition,
        Returning returning,
        @Nullable String token) implements Write {

    public Update {
        actions = List.copyOf(actions);
        if (token != null && returning != Returning.NOTHING) {
            throw new Rejected(
                    "update.once-returning",
                    "an update that runs once by token is a transaction on DynamoDB and returns no image: read the"
                            + " item");
        }
    }

    /** Returns an update of the item with this key, without actions. */
    public static Update of(Key key) {
        return new Update(key, List.of(), Condition.always(), Returning.NOTHING, null);
    }

    /** Sets an attribute to a plain Java value. */
    public Update set(String name, Object value) {
        return set(AttributePath.attr(name), value);
    }

    /** Sets the value at a path; the enclosing map or list must exist. */
    public Update set(AttributePath path, Object value) {
        return with(new UpdateAction.Set(path, Value.of(value)));
    }

    /** Sets an attribute if the item does not have it. */
    public Update setIfAbsent(String name, Object value) {
        return with(new UpdateAction.SetIfAbsent(AttributePath.attr(name), Value.of(value)));
    }

    /** Adds to a number, which starts at 0; use {@link #once} if a repeated call must not count twice. */
    public Update increment(String name, Object amount) {
        if (!(Value.of(amount) instanceof Num number)) {
            throw new Rejected("update.increment", "increment needs a number; given %s".formatted(amount));
        }
        return with(new UpdateAction.Increment(AttributePath.attr(name), number));
    }

    /** Keeps the smaller of the stored and this value. */
    public Update min(String name, Object value) {
        return with(new UpdateAction.Min(AttributePath.attr(name), Value.of(value)));
    }

    /** Keeps the larger of the stored and this value. */
    public Update max(String name, Object value) {
        return with(new UpdateAction.Max(AttributePath.attr(name), Value.of(value)));
    }

    /** Removes an attribute; an absent one is ignored. */
    public Update remove(String name) {
        return remove(AttributePath.attr(name));
    }

    /** Removes the value at a path; the enclosing map or list must exist. */
    public Update remove(AttributePath path) {
        return with(new UpdateAction.Remove(path));
    }

    /** Appends elements to a list; use {@link #once} if a repeated call must not append twice. */
    public Update append(String name, Object... values) {
        return with(new UpdateAction.Append(
                AttributePath.attr(name), Arrays.stream(values).map(Value::of).toList()));
    }

    /** Adds elements to a set. */
    public Update addToSet(String name, Set<?> elements) {
        return with(new UpdateAction.AddToSet(AttributePath.attr(name), Value.of(elements)));
    }

    /** Removes elements from a set. */
    public Update removeFromSet(String name, Set<?> elements) {
        return with(new UpdateAction.RemoveFromSet(AttributePath.attr(name), Value.of(elements)));
    }

    /** Adds an action. */
    public Update with(UpdateAction action) {
        return new Update(key, joined(actions, action), condition, returning, token);
    }

    private static List<UpdateAction> joined(List<UpdateAction> first, UpdateAction last) {
        if (first.isEmpty()) {
            return List.of(last);
        } else if (first.size() == 1) {
            return List.of(first.get(0), last);
        }
        UpdateAction[] all = first.toArray(new UpdateAction[first.size() + 1]);
        all[first.size()] = last;
        return List.of(all);
    }

    /** Returns this update with a condition on the stored item; combines with an earlier condition. */
    public Update when(Condition more) {
        return new Update(key, actions, condition.and(more), returning, token);
    }

    /** Returns the item before the update with the result. */
    public Update returningOld() {
        return new Update(key, actions, condition, Returning.OLD, token);
    }

    /** Returns the item after the update with the result. */
    public Update returningNew() {
        return new Update(key, actions, condition, Returning.NEW, token);
    }

    /** Returns this update with a token, so that it runs only once, even if it is sent again within ten minutes. */
    public Update once(String onceToken) {
        return new Update(key, actions, condition, returning, onceToken);
    }

    /** Returns whether sending it twice has the same effect as sending it once. */
    public boolean isIdempotent() {
        if (token == null) {
            for (UpdateAction action : actions) {
                if (!action.isIdempotent()) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns the item after this update, ignoring its condition; null means an absent item. */
    public Item apply(TableSchema schema, @Nullable Item before) {
        return UpdateEvaluator.apply(before == null ? schema.key().asItem(key) : before, actions);
    }

    /** Returns whether no min or max action changes this item; null means an absent item. */
    public boolean keepsExtremes(@Nullable Item before) {
        Item item = before == null ? Item.empty() : before;
        return actions.stream().allMatch(action -> {
            if (action instanceof UpdateAction.Min min) {
                return Condition.Operator.AT_MOST.test(min.path().in(item), min.value());
            }
            return !(action instanceof UpdateAction.Max max)
                    || Condition.Operator.AT_LEAST.test(max.path().in(item), max.value());
        });
    }

    @Override
    public Key keyIn(TableSchema schema) {
        return key;
    }
}
