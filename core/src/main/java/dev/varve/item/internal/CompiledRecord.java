package dev.varve.item.internal;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Value;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A compiled record class: writes its instances as items and reads them back. */
public final class CompiledRecord {

    /*
     * One method handle per component reads the accessor and writes the value. One handle creates the record: it reads
     * each value as a constructor argument. Primitives are never boxed, and the JVM inlines both handles like
     * hand-written code. These paths do not track the current component. If a value does not fit, the values are read
     * again one by one to find the component for the error message.
     */
    private final Class<?> type;
    private final List<MappedComponent<?>> components;
    private final MethodHandle constructor;
    private final MethodHandle objects;
    private final String[] names;
    private final MethodHandle[] writers;
    private final int[] positions;
    private final @Nullable Set<String> otherNames;

    /**
     * The ways to create a record.
     *
     * @param values takes an array with the value of each component, null if absent
     * @param objects takes an array with the object of each component as declared
     */
    public record Constructors(MethodHandle values, MethodHandle objects) {}

    /**
     * @param otherNames the other attributes that an item may have, or null for any
     */
    public CompiledRecord(
            Class<?> type,
            List<MappedComponent<?>> components,
            Constructors constructors,
            @Nullable Set<String> otherNames) {
        this.type = type;
        this.components = components;
        this.constructor = constructors.values();
        this.objects = constructors.objects();
        this.otherNames = otherNames;
        List<MappedComponent<?>> sorted = new ArrayList<>(components);
        sorted.sort(Comparator.comparing(MappedComponent::attribute));
        this.names = sorted.stream().map(MappedComponent::attribute).toArray(String[]::new);
        this.writers = sorted.stream().map(MappedComponent::writer).toArray(MethodHandle[]::new);
        this.positions = sorted.stream().mapToInt(components::indexOf).toArray();
    }

    /** Returns the handle that creates a record from the objects of its components, without a check of their types. */
    public MethodHandle objects() {
        return objects;
    }

    Class<?> type() {
        return type;
    }

    public List<MappedComponent<?>> components() {
        return components;
    }

    /** Returns the component that is stored in this attribute; rejects an unknown attribute. */
    public MappedComponent<?> at(String attribute) {
        return components.stream()
                .filter(component -> component.attribute().equals(attribute))
                .findFirst()
                .orElseThrow(() -> new Rejected(
                        "record.unknown-attribute",
                        "record %s has no attribute \"%s\"; it has %s%s"
                                .formatted(
                                        type.getSimpleName(),
                                        attribute,
                                        String.join(", ", names),
                                        components.stream()
                                                .filter(component ->
                                                        component.name().equals(attribute))
                                                .findFirst()
                                                .map(component -> ". Component %s is stored in \"%s\""
                                                        .formatted(attribute, component.attribute()))
                                                .orElseGet(() -> flatHint(attribute)))));
    }

    /** Returns the error for a name that is no component, or that is stored flat. */
    public Rejected unknownComponent(String name) {
        return new Rejected(
                "record.unknown-component",
                "record %s has no component %s; it has %s%s"
                        .formatted(
                                type.getSimpleName(),
                                name,
                                components.stream().map(MappedComponent::name).collect(Collectors.joining(", ")),
                                flatHint(name)));
    }

    /** Returns what to use instead of a component that is stored flat, or an empty text for any other name. */
    private String flatHint(String name) {
        boolean isFlat = Arrays.stream(type.getRecordComponents())
                        .anyMatch(declared -> declared.getName().equals(name))
                && components.stream().noneMatch(component -> component.name().equals(name));
        return isFlat ? ". Component %s is stored flat: use its components".formatted(name) : "";
    }

    public Item write(Record record) {
        @Nullable Value[] values = new Value[names.length];
        int absent = 0;
        int i = 0;
        try {
            for (; i < values.length; i++) {
                Value value = (Value) writers[i].invokeExact(record);
                values[i] = value;
                if (value == null) {
                    absent++;
                }
            }
        } catch (Throwable e) {
            throw components.get(positions[i]).located(e);
        }
        return absent == 0 ? Item.wrap(names, values) : compact(values, names.length - absent);
    }

    private Item compact(@Nullable Value[] values, int count) {
        String[] someNames = new String[count];
        Value[] someValues = new Value[count];
        int next = 0;
        for (int i = 0; i < values.length; i++) {
            Value value = values[i];
            if (value != null) {
                someNames[next] = names[i];
                someValues[next++] = value;
            }
        }
        return Item.wrap(someNames, someValues);
    }

    public Record read(Item item) {
        @Nullable Value[] values = new Value[names.length];
        int count = item.attributeCount();
        int found = 0;
        // Both lists of names are sorted, so one merge pass finds all matches.
        for (int i = 0, at = 0; i < names.length && at < count; ) {
            String name = item.nameAt(at);
            int order = name.equals(names[i]) ? 0 : name.compareTo(names[i]);
            if (order == 0) {
                values[positions[i]] = item.valueAt(at);
                found++;
            }
            if (order <= 0) {
                at++;
            }
            if (order >= 0) {
                i++;
            }
        }
        if (otherNames != null && found < count) {
            refuseUnknown(item.names(), otherNames);
        }
        return construct(values);
    }

    public Record read(Map<String, Value> map) {
        @Nullable Value[] values = new Value[names.length];
        for (int i = 0; i < names.length; i++) {
            values[positions[i]] = map.get(names[i]);
        }
        if (otherNames != null) {
            refuseUnknown(map.keySet(), otherNames);
        }
        return construct(values);
    }

    private Record construct(@Nullable Value[] values) {
        try {
            return (Record) constructor.invokeExact(values);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw explain(values, e);
        }
    }

    private MappingError explain(@Nullable Value[] values, Throwable error) {
        for (int i = 0; i < values.length; i++) {
            components.get(i).check(values[i]);
        }
        return MappingError.constructor(type, error);
    }

    private void refuseUnknown(Collection<String> given, Set<String> allowed) {
        String unknown = given.stream()
                .filter(name -> Arrays.binarySearch(names, name) < 0 && !allowed.contains(name))
                .map(name -> '"' + name + '"')
                .collect(Collectors.joining(", "));
        if (!unknown.isEmpty()) {
            throw new MappingError(
                    "record.unknown",
                    "no component has the attribute %s; the known attributes are %s"
                            .formatted(unknown, String.join(", ", names)));
        }
    }
}
