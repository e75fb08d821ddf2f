package dev.varve.item.internal;

import dev.varve.item.Value;
import dev.varve.item.ValueType;
import org.jspecify.annotations.Nullable;

/** Writes a record inside a record as a map. */
public final class NestedCodec implements Codec<Record> {

    // Bound after its components, which may hold the same record again.
    private @Nullable CompiledRecord form;

    public void bind(CompiledRecord bound) {
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
            throw MappingError.missing();
        }
        if (!(value instanceof Value.MapOf map)) {
            throw MappingError.type(value, form().type().getSimpleName(), ValueType.MAP);
        }
        return form().read(map.values());
    }

    private CompiledRecord form() {
        if (form == null) {
            throw new IllegalStateException("used before it was bound");
        }
        return form;
    }
}
