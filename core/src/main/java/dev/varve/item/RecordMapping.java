package dev.varve.item;

import dev.varve.error.Rejected;
import dev.varve.item.internal.Codec;
import dev.varve.item.internal.CompiledRecord;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.item.internal.MappingError;
import dev.varve.item.internal.PathCodecs;
import dev.varve.item.internal.StoredValue;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Converts records of one class to items and back; immutable, and checked when it is created.
 *
 * <p>A component is stored in the attribute of its name. Texts, characters, enums, {@code UUID}, {@code LocalDate},
 * {@code Instant} and {@code Duration} ({@code PT1H30M}, which does not sort) become texts; all numbers become numbers;
 * {@code byte[]} becomes bytes; lists, maps with text keys and nested records become lists and maps. A set whose
 * elements become texts, numbers or bytes is stored as one of DynamoDB's sets, any other set as a list. A {@link Value}
 * is stored as it is. The components of a {@linkplain RecordOptions#flat flat} record are stored like those of the record
 * around it.
 *
 * <p>Reading returns what was written, except where DynamoDB's numbers differ: {@code 1.50} is read as {@code 1.5} and
 * {@code -0.0} as {@code 0.0}; NaN, infinities, more than 38 digits and doubles beyond 1E-130 and 1E+126 are rejected.
 * A number stored with more digits than a double has is read as the nearest double.
 *
 * <p>A component that is {@code Optional} or {@code @Nullable} may be absent, an absent list, map or set is empty, and
 * DynamoDB's null counts as absent; any other absent attribute is rejected. An empty set is not stored. Attributes
 * without a component are ignored, unless {@link RecordOptions#refuseUnknown} is set; {@link #others} returns them.
 *
 * <p>A value that does not fit is {@link Rejected} in both directions; the message names record, component, attribute
 * and value.
 */
public final class RecordMapping<R extends Record> {

    static {
        MappingAccess.register(new RecordMappingAccess());
    }

    private final Class<R> type;
    private final RecordOptions options;
    private final CompiledRecord compiled;
    private final Map<String, MappedComponent<R>> components;

    private RecordMapping(Class<R> type, RecordOptions options, CompiledRecord compiled) {
        this.type = type;
        this.options = options;
        this.compiled = compiled;
        this.components = new LinkedHashMap<>();
        for (MappedComponent<?> component : compiled.components()) {
            @SuppressWarnings("unchecked") // The record was compiled from this class.
            MappedComponent<R> own = (MappedComponent<R>) component;
            components.put(own.name(), own);
        }
    }

    /** Returns the mapping of a record with default options. */
    public static <R extends Record> RecordMapping<R> of(Class<R> type) {
        return of(type, RecordOptions.defaults());
    }

    /** Returns the mapping of a record with these options. */
    public static <R extends Record> RecordMapping<R> of(Class<R> type, RecordOptions options) {
        return of(type, options, MethodHandles.lookup());
    }

    /**
     * Returns a mapping for a record that is accessible only to this lookup, for modules that do not open its package.
     */
    public static <R extends Record> RecordMapping<R> of(
            Class<R> type, RecordOptions options, MethodHandles.Lookup lookup) {
        return new RecordMapping<>(type, options, new RecordCompiler(options, lookup).compile(type));
    }

    public Class<R> type() {
        return type;
    }

    /** Returns the components in the order of their declaration; a flat record's components stand in its place. */
    List<MappedComponent<R>> components() {
        return List.copyOf(components.values());
    }

    /** Returns a handle from an array of objects, one for each declared component, to the record. */
    MethodHandle objects() {
        return compiled.objects();
    }

    /** Returns the component with this name; rejects an unknown name. */
    MappedComponent<R> component(String name) {
        MappedComponent<R> component = components.get(name);
        if (component == null) {
            throw compiled.unknownComponent(name);
        }
        return component;
    }

    /** Returns the name of the attribute of a component; rejects an unknown component. */
    public String attribute(String component) {
        return component(component).attribute();
    }

    /** Returns the names of the attributes, in the order of the components. */
    public List<String> attributes() {
        return components.values().stream().map(MappedComponent::attribute).toList();
    }

    /** Returns the stored value of one component, or null if the attribute is not stored. */
    public @Nullable Value value(R record, String component) {
        return component(component).value(record);
    }

    /** Returns the item for this record. */
    public Item toItem(R record) {
        if (record == null) {
            throw new Rejected("record.null", "a record %s is null: leave it out".formatted(type.getSimpleName()));
        }
        try {
            return compiled.write(record);
        } catch (MappingError mappingError) {
            throw mappingError.rejected(type);
        }
    }

    /** Returns an item with only these components of the record, for example for a patch. */
    public Item toItem(R record, Set<String> only) {
        Item.Builder item = Item.builder();
        for (String name : only) {
            MappedComponent<R> component = component(name);
            Value value = component.value(record);
            if (value != null) {
                item.put(component.attribute(), value);
            }
        }
        return item.build();
    }

    /** Returns the record for this item. */
    public R fromItem(Item item) {
        try {
            return type.cast(compiled.read(item));
        } catch (MappingError mappingError) {
            throw mappingError.rejected(type);
        }
    }

    /**
     * Rejects a path that no item of this record has: an attribute without a component, or a name that a nested record
     * does not have. Entries of maps may have any name.
     *
     * @param inside the steps into the attribute: a text for an entry of a map, an Integer for an element of a list
     */
    public void requirePath(String attribute, List<?> inside) {
        codec(attribute, inside);
    }

    /** Returns the stored value of an object at a path, for a comparison. */
    StoredValue stored(String attribute, List<?> inside, Object object) {
        return stored(codec(attribute, inside), attribute, object);
    }

    /** Returns the stored value of an object as an element of the list or set at a path. */
    StoredValue storedElement(String attribute, List<?> inside, Object object) {
        Codec<?> codec = codec(attribute, inside);
        return stored(codec == null ? null : PathCodecs.element(codec), attribute, object);
    }

    private StoredValue stored(@Nullable Codec<?> codec, String attribute, Object object) {
        String where = "attribute \"%s\" of record %s".formatted(attribute, type.getSimpleName());
        return codec == null ? new StoredValue(Value.of(object), false) : PathCodecs.stored(codec, object, where);
    }

    private @Nullable Codec<?> codec(String attribute, List<?> inside) {
        Codec<?> codec = compiled.at(attribute).codec();
        for (Object step : inside) {
            codec = codec == null ? null : PathCodecs.inside(codec, step);
        }
        return codec;
    }

    /** Returns the attributes of an item that do not belong to a component. */
    public Item others(Item item) {
        return item.without(attributes().toArray(String[]::new));
    }

    CompiledRecord compiled() {
        return compiled;
    }

    /** Two mappings are equal if they map the same class with equal options. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RecordMapping<?> mapping && type == mapping.type && options.equals(mapping.options);
    }

    @Override
    public int hashCode() {
        return 31 * type.hashCode() + options.hashCode();
    }

    @Override
    public String toString() {
        return components.values().stream()
                .map(MappedComponent::toString)
                .collect(Collectors.joining(", ", type.getSimpleName() + "[", "]"));
    }
}
