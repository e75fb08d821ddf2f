package dev.varve.series.internal.packed.row;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The objects of one component of a record, one for each row of a set. */
abstract sealed class RowObjects {

    /** Larger integers are not exact as a double. */
    private static final double MAX_EXACT = 1L << 53;

    /** How a component holds its values. */
    enum Form {
        REQUIRED,
        OPTIONAL,
        MAP
    }

    /**
     * Where the objects of a component come from and go to.
     *
     * @param field the name of the field, or what the names of the entries of a map begin with
     * @param type the class of a value
     * @param place the place of the component in its record
     */
    record Source(String field, Class<?> type, Form form, int place) {}

    private final int place;

    private RowObjects(int place) {
        this.place = place;
    }

    static RowObjects of(Source source, List<RowSet.Column> columns) {
        return source.form() == Form.MAP ? new Entries(source, columns) : new Single(source, columns);
    }

    int place() {
        return place;
    }

    /** Returns the object of a row, or null if only the item of the row can tell it, or what is wrong with it. */
    abstract @Nullable Object object(int row);

    /** Returns the kind of the fields that hold values of a class, or null if there is none. */
    static @Nullable FieldKind kind(Class<?> type) {
        if (type == double.class || type == Double.class || bound(type) > 0) {
            return FieldKind.NUMBER;
        } else if (type == boolean.class || type == Boolean.class) {
            return FieldKind.BOOLEAN;
        }
        return type == String.class ? FieldKind.TEXT : null;
    }

    /** Returns the size that integers of a class stay below, or 0 for any other class. */
    private static double bound(Class<?> type) {
        if (type == long.class || type == Long.class) {
            return MAX_EXACT;
        } else if (type == int.class || type == Integer.class) {
            return 1L << 31;
        } else if (type == short.class || type == Short.class) {
            return 1 << 15;
        }
        return type == byte.class || type == Byte.class ? 1 << 7 : 0;
    }

    private static @Nullable Object value(Class<?> type, RowSet.Column column, int row) {
        if (column.numbers() == null) {
            return Objects.requireNonNull(Objects.requireNonNull(column.texts())[row]);
        }
        long bits = column.numbers()[row];
        if (column.field().kind() == FieldKind.BOOLEAN) {
            return bits == 1;
        }
        // Adding zero turns -0.0 into 0.0, which is how items store it.
        double number = Double.longBitsToDouble(bits) + 0.0;
        return type == double.class || type == Double.class ? (Object) number : integer(type, number);
    }

    /** Returns an integer, or null if the number has a fraction, or may be too large for the class. */
    private static @Nullable Object integer(Class<?> type, double number) {
        if (number != Math.rint(number) || Math.abs(number) >= bound(type)) {
            return null;
        } else if (type == int.class || type == Integer.class) {
            return (int) number;
        } else if (type == long.class || type == Long.class) {
            return (long) number;
        }
        return type == short.class || type == Short.class ? (Object) (short) number : (Object) (byte) number;
    }

    /** Values that have a field of their own. */
    private static final class Single extends RowObjects {

        private final Class<?> type;
        private final boolean isOptional;
        private final RowSet.@Nullable Column fitting;

        /** The columns of the same attribute that hold something else. */
        private final List<RowSet.Column> others = new ArrayList<>();

        Single(Source source, List<RowSet.Column> columns) {
            super(source.place());
            this.type = source.type();
            this.isOptional = source.form() == Form.OPTIONAL;
            Field field = new Field(source.field(), Objects.requireNonNull(kind(type)));
            String entries = source.field() + ".";
            RowSet.Column found = null;
            for (RowSet.Column column : columns) {
                String name = column.field().name();
                if (column.field().equals(field)) {
                    found = column;
                } else if (name.equals(source.field()) || name.startsWith(entries)) {
                    others.add(column);
                }
            }
            this.fitting = found;
        }

        @Override
        @Nullable
        Object object(int row) {
            if (fitting != null && fitting.has(row)) {
                Object object = value(type, fitting, row);
                return isOptional && object != null ? Optional.of(object) : object;
            }
            for (RowSet.Column column : others) {
                if (column.has(row)) {
                    return null;
                }
            }
            return isOptional ? Optional.empty() : null;
        }
    }

    /** Maps, each entry of which has a field of its own. */
    private static final class Entries extends RowObjects {

        private final Class<?> type;
        private final FieldKind kind;

        /** The columns of the entries, in the order of the names, and of whatever else the attribute held. */
        private final List<RowSet.Column> columns = new ArrayList<>();

        private final List<String> names = new ArrayList<>();

        Entries(Source source, List<RowSet.Column> all) {
            super(source.place());
            this.type = source.type();
            this.kind = Objects.requireNonNull(kind(type));
            String entries = source.field() + ".";
            for (RowSet.Column column : all) {
                String name = column.field().name();
                // The mark of an empty map holds no entry.
                if (name.equals(source.field()) || (name.startsWith(entries) && !name.equals(entries))) {
                    columns.add(column);
                    names.add(name.substring(Math.min(name.length(), entries.length())));
                }
            }
        }

        @Override
        @Nullable
        Object object(int row) {
            Map<String, Object> entries = null;
            for (int i = 0; i < names.size(); i++) {
                RowSet.Column column = columns.get(i);
                if (!column.has(row)) {
                    continue;
                }
                boolean isEntry = column.field().kind() == kind && !names.get(i).isEmpty();
                Object object = isEntry ? value(type, column, row) : null;
                if (object == null) {
                    return null;
                }
                entries = entries == null ? new LinkedHashMap<>() : entries;
                entries.put(names.get(i), object);
            }
            return entries == null ? Map.of() : Collections.unmodifiableMap(entries);
        }
    }
}
