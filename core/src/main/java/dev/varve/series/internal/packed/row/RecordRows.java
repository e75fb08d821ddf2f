package dev.varve.series.internal.packed.row;

import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.item.internal.ScalarCodecs;
import dev.varve.key.Parts;
import dev.varve.series.internal.definition.SeriesDefinition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts records to rows; pure. Records of plain numbers, booleans and texts become rows directly, all others through their
 * item. Both ways give the same row.
 */
public final class RecordRows<E extends Record> {

    /** Larger integers are not exact as a double. */
    private static final long MAX_EXACT = 1L << 53;

    /** Outside of these sizes DynamoDB has no such number; the item says so. */
    private static final double LARGE = 1e125;

    private static final double SMALL = 1e-130;

    private record Source<E extends Record>(MappedComponent<E> component, Field field) {}

    private final SeriesDefinition<E> definition;
    private final RowItems items;
    private final List<MappedComponent<E>> identity = new ArrayList<>();
    private final List<Source<E>> sources = new ArrayList<>();
    private final Shape shape;
    private final boolean isPlain;
    private final boolean hasTexts;

    public RecordRows(SeriesDefinition<E> definition, RowItems items) {
        this.definition = definition;
        this.items = items;
        boolean allPlain = true;
        for (MappedComponent<E> component : MappingAccess.instance().components(definition.mapping)) {
            if (definition.layout.identity().contains(component.name())) {
                identity.add(component);
            } else if (!component.name().equals(definition.clock.name())) {
                FieldKind kind = plainKind(component);
                allPlain &= kind != null;
                if (kind != null) {
                    sources.add(new Source<>(component, new Field(RowItems.escaped(component.attribute()), kind)));
                }
            }
        }
        identity.sort(Comparator.comparingInt(
                component -> definition.layout.identity().indexOf(component.name())));
        sources.sort(Comparator.comparing(Source::field));
        isPlain = allPlain;
        shape = Shape.of(sources.stream().map(Source::field).toList());
        hasTexts = sources.stream().anyMatch(source -> source.field().kind().isText());
    }

    private static @Nullable FieldKind plainKind(MappedComponent<?> component) {
        Class<?> type = component.javaType();
        if (component.codec() != ScalarCodecs.find(type)) {
            return null;
        }
        if (type == double.class
                || type == int.class
                || type == long.class
                || type == short.class
                || type == byte.class) {
            return FieldKind.NUMBER;
        } else if (type == boolean.class) {
            return FieldKind.BOOLEAN;
        }
        return type == String.class ? FieldKind.TEXT : null;
    }

    /** Returns whether nobody can change a record: its components are plain values. */
    public boolean isImmutable() {
        return isPlain
                && definition.hasPlainClock
                && identity.stream().allMatch(component -> component.codec() == ScalarCodecs.find(String.class));
    }

    /** Returns the identity that an event belongs to. */
    public Parts identity(E event) {
        Parts parts = Parts.none();
        for (MappedComponent<E> component : identity) {
            Value value = component.value(event);
            if (value instanceof Value.Text text) {
                parts = parts.with(component.name(), text.value());
            } else if (value instanceof Num number) {
                parts = parts.with(component.name(), number.value());
            } else {
                // Refuses an absent part.
                return definition.identity.require(definition.mapping.toItem(event));
            }
        }
        return parts;
    }

    /** Returns whether the values of events are all numbers, which {@link #numbers} reads. */
    public boolean hasOnlyNumbers() {
        return isPlain && sources.stream().allMatch(source -> source.field().kind() == FieldKind.NUMBER);
    }

    public Shape shape() {
        return shape;
    }

    /** Returns what distinguishes the identity of an event from others, without building it if it is one text. */
    public Object identityKey(E event) {
        if (identity.size() == 1 && identity.get(0).javaType() == String.class) {
            Object text = identity.get(0).object(event);
            if (text != null && identity.get(0).codec() == ScalarCodecs.find(String.class)) {
                return text;
            }
        }
        return identity(event);
    }

    /**
     * Reads the numbers of an event in the order of the shape; returns false if one of them needs the way through the item.
     *
     * @param to where they go; there is a place for each
     */
    public boolean numbers(E event, double[] to) {
        for (int i = 0; i < to.length; i++) {
            Object value = sources.get(i).component().object(event);
            if (value instanceof Double number && isStorable(number)) {
                to[i] = number;
            } else if (value instanceof Number number
                    && !(value instanceof Double)
                    && Math.abs(number.longValue()) < MAX_EXACT) {
                to[i] = (double) number.longValue();
            } else {
                return false;
            }
        }
        return true;
    }

    public Row row(E event, long tick) {
        Row row = isPlain ? plain(event, tick) : null;
        return row == null ? items.row(definition.mapping.toItem(event), tick) : row;
    }

    /** Returns the row of plain values, or null if one of them needs the way through the item. */
    private @Nullable Row plain(E event, long tick) {
        long[] numbers = new long[sources.size()];
        String[] texts = hasTexts ? new String[numbers.length] : null;
        for (int i = 0; i < numbers.length; i++) {
            Object value = sources.get(i).component().object(event);
            if (value instanceof Double number && isStorable(number)) {
                // Adding zero turns -0.0 into 0.0, which is how items store it.
                numbers[i] = Double.doubleToRawLongBits(number + 0.0);
            } else if (value instanceof Boolean flag) {
                numbers[i] = flag ? 1 : 0;
            } else if (value instanceof String text && texts != null) {
                texts[i] = text;
            } else if (value instanceof Number number
                    && !(value instanceof Double)
                    && Math.abs(number.longValue()) < MAX_EXACT) {
                numbers[i] = Double.doubleToRawLongBits((double) number.longValue());
            } else {
                return null;
            }
        }
        Row row = new Row(tick, shape, numbers, texts);
        return texts == null ? row : items.requireStorable(row);
    }

    /** Returns whether a table surely holds a number; false for some at the ends of the range that it holds. */
    public static boolean isStorable(double number) {
        double size = Math.abs(number);
        // False for NaN as well.
        return size == 0 || (size < LARGE && size > SMALL);
    }
}
