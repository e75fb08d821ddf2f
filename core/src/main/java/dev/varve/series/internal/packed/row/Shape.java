package dev.varve.series.internal.packed.row;

import dev.varve.internal.Interner;
import java.util.List;

/**
 * The fields that a row has, in ascending order without duplicates. Rows of one source share their shape, so that it is
 * compared by identity first.
 */
public final class Shape {

    /** The most fields of one row. */
    public static final int MAX_FIELDS = 1_000;

    public static final Shape EMPTY = new Shape(List.of());

    /** The largest number of shapes that rows share; a shape takes some hundred bytes. */
    private static final int MAX_SHARED = 10_000;

    // Most series have the fields of some others, and each would hold a shape of its own.
    private static final Interner<Shape> SHARED = new Interner<>(MAX_SHARED);

    private final List<Field> fields;
    private final int hash;

    private Shape(List<Field> fields) {
        this.fields = fields;
        this.hash = fields.hashCode();
    }

    /** Returns the shape with these fields, which must ascend without duplicates. */
    public static Shape of(List<Field> ascending) {
        return ascending.isEmpty() ? EMPTY : SHARED.shared(new Shape(List.copyOf(ascending)));
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
        return this == other || (other instanceof Shape that && hash == that.hash && fields.equals(that.fields));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return fields.toString();
    }
}
