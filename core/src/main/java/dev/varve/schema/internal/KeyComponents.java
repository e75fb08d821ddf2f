package dev.varve.schema.internal;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.RecordMapping;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.key.PartType;
import dev.varve.key.Parts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The components of a record that are parts of a key. */
public final class KeyComponents {

    private final RecordMapping<?> mapping;
    private final List<MappedComponent<?>> components = new ArrayList<>();

    /** Takes the components of these names, in this order. */
    public KeyComponents(RecordMapping<?> mapping, List<String> names) {
        this.mapping = mapping;
        names.forEach(name -> components.add(MappingAccess.instance().component(mapping, name)));
    }

    /** Returns the components that can be parts of a key, with their part types. */
    public static Map<String, PartType> types(RecordMapping<?> mapping) {
        Map<String, PartType> types = new HashMap<>();
        for (MappedComponent<?> component : MappingAccess.instance().components(mapping)) {
            ValueType type = component.valueType().orElse(null);
            if (isNumber(component)) {
                types.put(component.name(), PartType.NUMBER);
            } else if (type == ValueType.TEXT || type == ValueType.BOOL) {
                types.put(component.name(), PartType.TEXT);
            }
        }
        return types;
    }

    static boolean isNumber(MappedComponent<?> component) {
        return component.valueType().orElse(null) == ValueType.NUMBER;
    }

    public List<String> names() {
        return components.stream().<String>map(MappedComponent::name).toList();
    }

    public List<String> attributes() {
        return components.stream().<String>map(MappedComponent::attribute).toList();
    }

    /** Returns the parts in an item, or null if one of them is absent. */
    public @Nullable Parts find(Item item) {
        Parts parts = Parts.none();
        for (MappedComponent<?> component : components) {
            Value value = item.value(component.attribute());
            if (value == null || value.equals(EMPTY)) {
                return null;
            }
            parts = with(parts, component, value);
        }
        return parts;
    }

    private static final Value EMPTY = Value.of("");

    /** Returns the parts in an item; refuses an item that lacks one. */
    public Parts require(Item item) {
        Parts parts = Parts.none();
        for (MappedComponent<?> component : components) {
            Value value = item.value(component.attribute());
            if (value == null) {
                throw new Rejected(
                        "schema.key-part-absent",
                        "record %s has no %s, which is part of its key: give it a value"
                                .formatted(mapping.type().getSimpleName(), component.name()));
            }
            parts = with(parts, component, value);
        }
        return parts;
    }

    /** Returns the parts from plain values in the order of the names; a single {@link Parts} is returned as it is. */
    public Parts of(Object... values) {
        if (values.length == 1 && values[0] instanceof Parts parts) {
            return parts;
        }
        return first(values.length == components.size() ? values.length : -1, values);
    }

    /** Returns the leading parts from plain values; fewer values than parts are allowed. */
    public Parts leading(Object... values) {
        if (values.length == 1 && values[0] instanceof Parts parts) {
            return parts;
        }
        return first(values.length <= components.size() ? values.length : -1, values);
    }

    private Parts first(int count, Object... values) {
        if (count < 0) {
            throw new Rejected(
                    "schema.key-parts",
                    "a key of %s is made of %s, but %s values are given: %s"
                            .formatted(
                                    mapping.type().getSimpleName(), names(), values.length, Arrays.toString(values)));
        }
        Parts parts = Parts.none();
        for (int i = 0; i < count; i++) {
            if (values[i] == null) {
                throw new Rejected(
                        "schema.key-part-null",
                        "part %s of a key of %s is null: give it a value"
                                .formatted(
                                        components.get(i).name(), mapping.type().getSimpleName()));
            }
            parts = with(parts, components.get(i), components.get(i).toValue(values[i]));
        }
        return parts;
    }

    private static Parts with(Parts parts, MappedComponent<?> component, Value value) {
        if (value instanceof Value.Text text) {
            return parts.with(component.name(), text.value());
        } else if (value instanceof Num number) {
            return parts.with(component.name(), number.value());
        }
        return parts.with(component.name(), value.toString());
    }
}
