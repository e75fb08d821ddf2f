package dev.varve.series.internal.packed.row;

import dev.varve.item.internal.Codec;
import dev.varve.item.internal.EmptyAsAbsentCodec;
import dev.varve.item.internal.MapCodec;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.item.internal.OptionalCodec;
import dev.varve.item.internal.ScalarCodecs;
import dev.varve.key.Parts;
import dev.varve.series.internal.definition.SeriesDefinition;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Converts rows to records without an item for each; pure. A record may have numbers, booleans, texts, {@code Optional}s of
 * these, and maps of doubles or texts. Rows that do not fit go through their items, which also names what is wrong with them.
 */
public final class RowRecords<E extends Record> {

    private final SeriesDefinition<E> definition;
    private final List<RowObjects.Source> sources;
    private final List<String> names;
    private final MethodHandle constructor;
    private final int clockAt;

    private RowRecords(SeriesDefinition<E> definition, List<RowObjects.Source> sources, List<String> names) {
        this.definition = definition;
        this.sources = List.copyOf(sources);
        this.names = List.copyOf(names);
        this.constructor = MappingAccess.instance().objects(definition.mapping);
        this.clockAt = names.indexOf(definition.clock.name());
    }

    /** Returns the conversion for the records of a series, or null if they have other components. */
    public static <E extends Record> @Nullable RowRecords<E> of(SeriesDefinition<E> definition, RowItems items) {
        List<MappedComponent<E>> components = MappingAccess.instance().components(definition.mapping);
        // The components of a flat record stand in its place, but its constructor takes the record.
        boolean hasFlat = components.size() != definition.mapping.type().getRecordComponents().length;
        if (hasFlat || !definition.hasPlainClock) {
            return null;
        }
        List<RowObjects.Source> sources = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (MappedComponent<E> component : components) {
            String name = component.name();
            if (definition.layout.identity().contains(name)) {
                if (component.codec() != ScalarCodecs.find(String.class)) {
                    return null;
                }
            } else if (!name.equals(definition.clock.name())) {
                RowObjects.Source source = source(component, names.size());
                if (source == null || items.isLeftOut(component.attribute())) {
                    return null;
                }
                sources.add(source);
            }
            names.add(name);
        }
        return new RowRecords<>(definition, sources, names);
    }

    private static RowObjects.@Nullable Source source(MappedComponent<?> component, int place) {
        Codec<?> codec = component.codec() instanceof EmptyAsAbsentCodec<?> empty ? empty.inner() : component.codec();
        String field = Field.nameOf(component.attribute());
        if (codec instanceof MapCodec<?> map) {
            Class<?> type = map.element() == ScalarCodecs.find(Double.class)
                    ? Double.class
                    : map.element() == ScalarCodecs.find(String.class) ? String.class : null;
            return type == null ? null : new RowObjects.Source(field, type, RowObjects.Form.MAP, place);
        }
        boolean isOptional = codec instanceof OptionalCodec<?>;
        Codec<?> scalar = codec instanceof OptionalCodec<?> optional ? optional.inner() : codec;
        Class<?> type = component.javaType();
        return scalar != ScalarCodecs.find(type) || RowObjects.kind(type) == null
                ? null
                : new RowObjects.Source(
                        field, type, isOptional ? RowObjects.Form.OPTIONAL : RowObjects.Form.REQUIRED, place);
    }

    /** Returns a reader of the rows of one identity; the function reads rows that do not fit. */
    public Reader reader(Parts identity, Function<Row, E> other) {
        return new Reader(identity, other);
    }

    /** Creates records from the rows of one identity. */
    public final class Reader {

        private final Function<Row, E> other;
        private final @Nullable Object[] template;
        private final RowObjects[] objects;
        private @Nullable RowSet current;

        private Reader(Parts identity, Function<Row, E> other) {
            this.other = other;
            this.template = new Object[names.size()];
            for (String name : definition.layout.identity()) {
                template[names.indexOf(name)] = identity.text(name);
            }
            this.objects = new RowObjects[sources.size()];
        }

        public E record(RowSet rows, int row) {
            use(rows);
            @Nullable Object[] values = template.clone();
            values[clockAt] = RowItems.instant(rows.tick(row), definition.layout.tick());
            for (RowObjects each : objects) {
                Object object = each.object(row);
                if (object == null) {
                    return other.apply(rows.row(row));
                }
                values[each.place()] = object;
            }
            try {
                return definition.mapping.type().cast((Record) constructor.invokeExact(values));
            } catch (Throwable e) {
                // The other way names the component and the key in its error.
                return other.apply(rows.row(row));
            }
        }

        @SuppressWarnings("ReferenceEquality") // The columns belong to exactly this set.
        private void use(RowSet rows) {
            if (rows != current) {
                current = rows;
                for (int i = 0; i < objects.length; i++) {
                    objects[i] = RowObjects.of(sources.get(i), rows.columns());
                }
            }
        }
    }
}
