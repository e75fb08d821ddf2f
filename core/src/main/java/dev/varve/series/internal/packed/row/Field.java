package dev.varve.series.internal.packed.row;

/** A field of packed rows. Two fields of one name and different kinds are different fields. */
public record Field(String name, FieldKind kind) implements Comparable<Field> {

    /** Returns the name of the field of an attribute. */
    public static String nameOf(String attribute) {
        return RowItems.escaped(attribute);
    }

    /** Returns the name of the field of an entry of a map attribute. */
    public static String nameOf(String attribute, String entry) {
        return RowItems.escaped(attribute) + "." + entry;
    }

    @Override
    public int compareTo(Field other) {
        int byName = name.compareTo(other.name);
        return byName != 0 ? byName : kind.compareTo(other.kind);
    }
}
