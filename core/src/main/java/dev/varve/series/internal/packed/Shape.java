package dev.varve.series.internal.packed;

import java.util.List;

/**
 * The fields that a row has, in ascending order without duplicates. Rows of one source share their shape, so that it is
 * compared by identity first.
 */
public final class Shape {

    /** The most fields of one row. */
    public static final int MAX_FIELDS = 1_000;

    static final Shape EMPTY = new Shape(List.of());

    private final List<Field> fields;

    private Shape(List<Field> fields) {
        this.fields = fields;
    }

    /** Returns the shape with these fields, which must ascend without duplicates. */
    public static Shape of(List<Field> ascending) {
        return ascending.isEmpty() ? EMPTY : new Shape(List.copyOf(ascending));
    }

    public int size() {
        return fields.size();
    }

    public Field field(int index) {
        return fields.get(index);
    }

    public List<Field> fields() {
        return fields;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Shape that && fields.equals(that.fields));
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    @Override
    public String toString() {
        return fields.toString();
    }
}
