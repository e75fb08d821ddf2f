package dev.varve.item.internal;

import dev.varve.item.Value;
import dev.varve.item.ValueType;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes a set of texts, the most common set, without converting each element. */
public record TextSetCodec() implements Codec<Set<String>> {

    @Override
    public ValueType type() {
        return ValueType.TEXT_SET;
    }

    @Override
    public boolean required() {
        return false;
    }

    @Override
    public @Nullable Value write(Set<String> set) {
        for (String text : set) {
            if (text == null) {
                throw new MappingError("record.null", "it contains null: DynamoDB's sets contain texts only");
            }
        }
        return set.isEmpty() ? null : new Value.TextSet(set);
    }

    @Override
    public Set<String> read(@Nullable Value value) {
        if (value == null || value == Value.Null.NULL) {
            return Set.of();
        }
        if (value instanceof Value.TextSet set) {
            return set.values();
        }
        throw MappingError.type(value, "Set", ValueType.TEXT_SET);
    }
}
