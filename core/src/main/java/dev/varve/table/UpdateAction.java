package dev.varve.table;

import dev.varve.error.Rejected;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueOrder;
import java.util.List;

/** One action of an update on one attribute path. */
public sealed interface UpdateAction {

    /** Returns the path that this action changes. */
    AttributePath path();

    /** Returns whether applying it twice has the same effect as applying it once. */
    default boolean isIdempotent() {
        return true;
    }

    /** Sets the value at a path. */
    record Set(AttributePath path, Value value) implements UpdateAction {}

    /** Sets the value at a path if there is none. */
    record SetIfAbsent(AttributePath path, Value value) implements UpdateAction {}

    /** Adds to a number; an absent one counts as 0. */
    record Increment(AttributePath path, Num amount) implements UpdateAction {
        @Override
        public boolean isIdempotent() {
            return false;
        }
    }

    /** Keeps the smaller of the stored and the given value; an absent attribute gets the given value. */
    record Min(AttributePath path, Value value) implements UpdateAction {
        public Min {
            requireOrdered("min", value);
        }
    }

    /** Keeps the larger of the stored and the given value; an absent attribute gets the given value. */
    record Max(AttributePath path, Value value) implements UpdateAction {
        public Max {
            requireOrdered("max", value);
        }
    }

    /** Removes the value at a path. */
    record Remove(AttributePath path) implements UpdateAction {
        @Override
        public boolean isIdempotent() {
            // Removing a list element moves the next one into its place.
            return path.inside().stream().noneMatch(AttributePath.Step.Index.class::isInstance);
        }
    }

    /** Appends elements to a list; an absent list counts as empty. */
    record Append(AttributePath path, List<Value> values) implements UpdateAction {
        public Append {
            values = List.copyOf(values);
        }

        @Override
        public boolean isIdempotent() {
            return false;
        }
    }

    /** Adds elements to a set; an absent set counts as empty. */
    record AddToSet(AttributePath path, Value set) implements UpdateAction {
        public AddToSet {
            requireTopLevelSet("addToSet", path, set);
        }
    }

    /** Removes elements from a set; the attribute is removed with its last element. */
    record RemoveFromSet(AttributePath path, Value set) implements UpdateAction {
        public RemoveFromSet {
            requireTopLevelSet("removeFromSet", path, set);
        }
    }

    private static void requireOrdered(String what, Value value) {
        if (!ValueOrder.isOrdered(value)) {
            throw new Rejected(
                    "update.not-ordered",
                    "%s compares texts, numbers and bytes; %s is %s".formatted(what, value, value.type()));
        }
    }

    private static void requireTopLevelSet(String what, AttributePath path, Value set) {
        boolean isSet = set instanceof Value.TextSet || set instanceof Value.NumSet || set instanceof Value.BytesSet;
        if (!isSet) {
            throw new Rejected(
                    "update.set-type", "%s needs a set of texts, numbers or bytes; given %s".formatted(what, set));
        }
        if (!path.isTopLevel()) {
            throw new Rejected(
                    "update.set-nested", "%s works on a whole attribute; %s is inside one".formatted(what, path));
        }
    }
}
