package dev.varve.table;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The path to an attribute, or to a value inside it, such as {@code attr("address").at("lines").at(0)}.
 *
 * <p>Names are taken literally; a dot has no meaning.
 */
public record AttributePath(String attribute, List<Step> inside) implements Operand {

    /** One step into a map or a list. */
    public sealed interface Step {
        record Name(String name) implements Step {}

        record Index(int index) implements Step {}
    }

    public AttributePath {
        inside = List.copyOf(inside);
        if (attribute.isEmpty()) {
            throw new Rejected("path.empty", "an attribute name has at least one character");
        }
    }

    /** Returns the path of a whole attribute. */
    public static AttributePath attr(String name) {
        return new AttributePath(name, List.of());
    }

    /** Returns the path of an entry of the map at this path. */
    public AttributePath at(String name) {
        return step(new Step.Name(name));
    }

    /** Returns the path of an element of the list at this path, counted from 0. */
    public AttributePath at(int index) {
        if (index < 0) {
            throw new Rejected("path.index", "list index %s is below 0".formatted(index));
        }
        return step(new Step.Index(index));
    }

    private AttributePath step(Step step) {
        List<Step> steps = new ArrayList<>(inside);
        steps.add(step);
        return new AttributePath(attribute, steps);
    }

    /** Returns whether this is a whole attribute. */
    public boolean isTopLevel() {
        return inside.isEmpty();
    }

    @Override
    public @Nullable Value in(Item item) {
        Value value = item.value(attribute);
        for (Step step : inside) {
            if (step instanceof Step.Name name && value instanceof Value.MapOf map) {
                value = map.values().get(name.name());
            } else if (step instanceof Step.Index index
                    && value instanceof Value.ListOf list
                    && index.index() < list.values().size()) {
                value = list.values().get(index.index());
            } else {
                return null;
            }
        }
        return value;
    }

    /** Returns whether the paths are equal or one is inside the other. */
    public boolean overlaps(AttributePath other) {
        if (!attribute.equals(other.attribute)) {
            return false;
        }
        int shared = Math.min(inside.size(), other.inside.size());
        return inside.subList(0, shared).equals(other.inside.subList(0, shared));
    }

    /** Holds if there is a value at this path. */
    public Condition exists() {
        return new Condition.Exists(this);
    }

    /** Holds if there is no value at this path. */
    public Condition absent() {
        return new Condition.Absent(this);
    }

    /** Holds if the value has this type. */
    public Condition hasType(ValueType type) {
        return new Condition.HasType(this, type);
    }

    /** Holds for a text or bytes that begin with this prefix. */
    public Condition beginsWith(Object prefix) {
        return new Condition.BeginsWith(this, Value.of(prefix));
    }

    /** Holds for a text that contains this text, bytes that contain these bytes, a set or list with this element. */
    public Condition contains(Object part) {
        return Operand.isStored(part)
                ? new Condition.Contains(this, Value.of(part))
                : new Condition.OfRecord(this, Condition.OfRecord.Test.CONTAINS, List.of(part));
    }

    /** Returns the size of the value: characters of a text, bytes, or elements of a set, list or map. */
    public Operand size() {
        return new Operand.SizeOf(this);
    }

    @Override
    public String toString() {
        if (isTopLevel()) {
            return attribute;
        }
        StringBuilder text = new StringBuilder(attribute);
        for (Step step : inside) {
            if (step instanceof Step.Name name) {
                text.append('.').append(name.name());
            } else if (step instanceof Step.Index index) {
                text.append('[').append(index.index()).append(']');
            }
        }
        return text.toString();
    }
}
