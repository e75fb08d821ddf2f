package dev.varve.core.item;

import org.jspecify.annotations.Nullable;

/** Writes a record inside a record as a map. */
final class NestedCodec implements Codec<Record> {

    // Bound after its components, which may hold the same record again.
    private @Nullable RecordForm form;

    void bind(RecordForm bound) {
        this.form = bound;
    }

    /** Returns the component that is stored in this attribute; refuses one the record does not have. */
    MappedComponent<?> component(String attribute) {
        return form().at(attribute);
    }

    @Override
    public ValueType type() {
        return ValueType.MAP;
    }

    @Override
    public Value write(Record record) {
        return new Value.MapOf(form().write(record).asMap());
    }

    @Override
    public Record read(@Nullable Value value) {
        if (value == null) {
            throw Misfit.missing();
        }
        if (!(value instanceof Value.MapOf map)) {
            throw Misfit.type(value, form().type().getSimpleName(), ValueType.MAP);
        }
        return form().read(map.values());
    }

    private RecordForm form() {
        if (form == null) {
            throw new IllegalStateException("used before it was bound");
        }
        return form;
    }
}
