package dev.varve.table.internal;

import dev.varve.error.Rejected;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueOrder;
import dev.varve.table.AttributePath;
import dev.varve.table.UpdateAction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Applies the actions of an update to an item; every action sees the item as it was before the update. */
public final class UpdateEvaluator {

    private final Item before;
    private Item after;

    private UpdateEvaluator(Item before) {
        this.before = before;
        this.after = before;
    }

    /** Returns the item after the actions. */
    public static Item apply(Item before, List<UpdateAction> actions) {
        UpdateEvaluator run = new UpdateEvaluator(before);
        List<UpdateAction> ordered = new ArrayList<>(actions);
        ordered.sort(Comparator.comparing(UpdateAction::path, UpdateEvaluator::compare));
        List<AttributePath> removed = new ArrayList<>();
        for (UpdateAction action : ordered) {
            if (action instanceof UpdateAction.Remove remove) {
                removed.add(0, remove.path());
            } else {
                run.set(action);
            }
        }
        removed.forEach(run::remove);
        return run.after;
    }

    /**
     * Orders paths by their list indexes. Values set beyond the end of a list are appended in this order. Removals run
     * in reverse order, because removing an element moves the elements behind it.
     */
    private static int compare(AttributePath a, AttributePath b) {
        int order = a.attribute().compareTo(b.attribute());
        for (int i = 0; order == 0 && i < Math.min(a.inside().size(), b.inside().size()); i++) {
            if (a.inside().get(i) instanceof AttributePath.Step.Index x
                    && b.inside().get(i) instanceof AttributePath.Step.Index y) {
                order = Integer.compare(x.index(), y.index());
            } else {
                order = a.inside().get(i).toString().compareTo(b.inside().get(i).toString());
            }
        }
        return order;
    }

    private void set(UpdateAction action) {
        Value old = action.path().in(before);
        Value value = result(action, old);
        if (value == null) {
            remove(action.path());
        } else if (!value.equals(old)) {
            put(action.path(), value);
        }
    }

    /** Returns the value at the path after the action, or null for none. */
    private static @Nullable Value result(UpdateAction action, @Nullable Value old) {
        if (action instanceof UpdateAction.Set set) {
            return set.value();
        } else if (action instanceof UpdateAction.SetIfAbsent set) {
            return old == null ? set.value() : old;
        } else if (action instanceof UpdateAction.Increment increment) {
            return old == null ? increment.amount() : number(action, old).plus(increment.amount());
        } else if (action instanceof UpdateAction.Min min) {
            return old == null || compare(action, min.value(), old) < 0 ? min.value() : old;
        } else if (action instanceof UpdateAction.Max max) {
            return old == null || compare(action, max.value(), old) > 0 ? max.value() : old;
        } else if (action instanceof UpdateAction.Append append) {
            List<Value> values = new ArrayList<>(old == null ? List.of() : list(action, old));
            values.addAll(append.values());
            return new Value.ListOf(values);
        } else if (action instanceof UpdateAction.AddToSet add) {
            return old == null ? add.set() : combined(action, old, add.set());
        } else if (action instanceof UpdateAction.RemoveFromSet remove) {
            return old == null ? null : reduced(action, old, remove.set());
        }
        throw new IllegalArgumentException("no value for " + action);
    }

    private static Num number(UpdateAction action, Value old) {
        if (old instanceof Num number) {
            return number;
        }
        throw mismatch(action, old, "a number");
    }

    private static List<Value> list(UpdateAction action, Value old) {
        if (old instanceof Value.ListOf list) {
            return list.values();
        }
        throw mismatch(action, old, "a list");
    }

    private static int compare(UpdateAction action, Value value, Value old) {
        Integer order = ValueOrder.compare(value, old);
        if (order == null) {
            throw mismatch(action, old, "a " + value.type());
        }
        return order;
    }

    private static Value combined(UpdateAction action, Value old, Value added) {
        if (old instanceof Value.TextSet a && added instanceof Value.TextSet b) {
            return new Value.TextSet(union(a.values(), b.values()));
        } else if (old instanceof Value.NumSet a && added instanceof Value.NumSet b) {
            return new Value.NumSet(union(a.values(), b.values()));
        } else if (old instanceof Value.BytesSet a && added instanceof Value.BytesSet b) {
            return new Value.BytesSet(union(a.values(), b.values()));
        }
        throw mismatch(action, old, "a " + added.type());
    }

    private static <T> Set<T> union(Set<T> a, Set<T> b) {
        Set<T> all = new HashSet<>(a);
        all.addAll(b);
        return all;
    }

    private static @Nullable Value reduced(UpdateAction action, Value old, Value taken) {
        if (old instanceof Value.TextSet a && taken instanceof Value.TextSet b) {
            Set<String> rest = difference(a.values(), b.values());
            return rest.isEmpty() ? null : new Value.TextSet(rest);
        } else if (old instanceof Value.NumSet a && taken instanceof Value.NumSet b) {
            Set<Num> rest = difference(a.values(), b.values());
            return rest.isEmpty() ? null : new Value.NumSet(rest);
        } else if (old instanceof Value.BytesSet a && taken instanceof Value.BytesSet b) {
            Set<Bytes> rest = difference(a.values(), b.values());
            return rest.isEmpty() ? null : new Value.BytesSet(rest);
        }
        throw mismatch(action, old, "a " + taken.type());
    }

    private static <T> Set<T> difference(Set<T> a, Set<T> b) {
        Set<T> rest = new HashSet<>(a);
        rest.removeAll(b);
        return rest;
    }

    private static Rejected mismatch(UpdateAction action, Value old, String wanted) {
        return new Rejected(
                "update.type",
                "%s of \"%s\" needs %s, but the item has %s there"
                        .formatted(action.getClass().getSimpleName(), action.path(), wanted, old.type()));
    }

    private void put(AttributePath path, Value value) {
        if (path.isTopLevel()) {
            after = after.with(path.attribute(), value);
        } else {
            after = after.with(path.attribute(), inside(path, after.value(path.attribute()), path.inside(), value));
        }
    }

    private void requireParents(AttributePath path) {
        if (!path.isTopLevel()) {
            inside(path, before.value(path.attribute()), path.inside(), Value.Null.NULL);
        }
    }

    private void remove(AttributePath path) {
        if (path.in(before) == null) {
            // An earlier action may have appended an element there, but indexes refer to the list before the update.
            requireParents(path);
        } else if (path.isTopLevel()) {
            after = after.without(path.attribute());
        } else {
            after = after.with(path.attribute(), inside(path, after.value(path.attribute()), path.inside(), null));
        }
    }

    /** Returns the value with the element at the end of the steps replaced, or removed if the replacement is null. */
    private static Value inside(
            AttributePath path, @Nullable Value value, List<AttributePath.Step> steps, @Nullable Value replacement) {
        AttributePath.Step step = steps.get(0);
        List<AttributePath.Step> rest = steps.subList(1, steps.size());
        if (step instanceof AttributePath.Step.Name name && value instanceof Value.MapOf map) {
            Map<String, Value> changed = new TreeMap<>(map.values());
            Value child =
                    rest.isEmpty() ? replacement : inside(path, map.values().get(name.name()), rest, replacement);
            if (child == null) {
                changed.remove(name.name());
            } else {
                changed.put(name.name(), child);
            }
            return new Value.MapOf(changed);
        } else if (step instanceof AttributePath.Step.Index index && value instanceof Value.ListOf list) {
            return new Value.ListOf(element(path, list.values(), index.index(), rest, replacement));
        }
        throw new Rejected(
                "update.path",
                "the item has no list or map to hold \"%s\": set the whole attribute first".formatted(path));
    }

    private static List<Value> element(
            AttributePath path,
            List<Value> list,
            int index,
            List<AttributePath.Step> rest,
            @Nullable Value replacement) {
        List<Value> changed = new ArrayList<>(list);
        if (!rest.isEmpty()) {
            Value child = inside(path, index < list.size() ? list.get(index) : null, rest, replacement);
            changed.set(index, child);
        } else if (replacement == null) {
            if (index < list.size()) {
                changed.remove(index);
            }
        } else if (index < list.size()) {
            changed.set(index, replacement);
        } else {
            changed.add(replacement);
        }
        return changed;
    }
}
