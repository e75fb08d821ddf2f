package dev.varve.item.internal;

import dev.varve.item.Value;
import dev.varve.item.ValueType;
import org.jspecify.annotations.Nullable;

/** Writes a nested record as a map. */
public final class NestedCodec implements Codec<Record> {

    // Set after the components are compiled, because a component may contain the same record.
    private @Nullable CompiledRecord compiled;

    public void bind(CompiledRecord bound) {
        this.compiled = bound;
    }

    /** Returns the component that is stored in this attribute; rejects an unknown attribute. */
    MappedComponent<?> component(String attribute) {
        return compiled().at(attribute);
    }

    @Override
    public ValueType type() {
        return ValueType.MAP;
    }

    @Override
    public Value write(Record record) {
        return new Value.MapOf(compiled().write(record).asMap());
    }

    @Override
    public Record read(@Nullable Value value) {
        if (value == null) {
            throw MappingError.missing();
        }
        if (!(value instanceof Value.MapOf map)) {
            throw MappingError.type(value, compiled().type().getSimpleName(), ValueType.MAP);
        }
        return compiled().read(map.values());
    }

    private CompiledRecord compiled() {
        if (compiled == null) {
            throw new IllegalStateException("used before it was bound");
        }
        return compiled;
    }
}
