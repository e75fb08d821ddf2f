package dev.varve.series.internal.packed;

/** A field of packed rows. Two fields of one name and different kinds are different fields. */
public record Field(String name, FieldKind kind) implements Comparable<Field> {

    @Override
    public int compareTo(Field other) {
        int byName = name.compareTo(other.name);
        return byName != 0 ? byName : kind.compareTo(other.kind);
    }
}
