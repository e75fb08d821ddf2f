package dev.varve.item.internal;

import dev.varve.item.Bytes;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Writes a set as DynamoDB's set if its elements are texts, numbers or bytes, and as a list otherwise; an empty set is
 * stored as an absent attribute.
 */
public record SetCodec<T>(Codec<T> element, ValueType type) implements Codec<Set<T>> {

    public static <T> SetCodec<T> of(Codec<T> element) {
        ValueType type = element.type();
        if (type == null || !element.required()) {
            return new SetCodec<>(element, ValueType.LIST);
        }
        return new SetCodec<>(
                element,
                switch (type) {
                    case TEXT -> ValueType.TEXT_SET;
                    case NUMBER -> ValueType.NUMBER_SET;
                    case BYTES -> ValueType.BYTES_SET;
                    default -> ValueType.LIST;
                });
    }

    @Override
    public boolean required() {
        return false;
    }

    @Override
    public @Nullable Value write(Set<T> set) {
        if (set.isEmpty()) {
            return null;
        }
        Value.ListOf list = ListCodec.writeAll(set, element);
        return switch (type) {
            case TEXT_SET -> new Value.TextSet(texts(list.values()));
            case NUMBER_SET -> new Value.NumSet(all(Num.class, list.values()));
            case BYTES_SET -> new Value.BytesSet(all(Bytes.class, list.values()));
            default -> list;
        };
    }

    @Override
    public Set<T> read(@Nullable Value value) {
        if (value == null || value == Value.Null.NULL) {
            return Set.of();
        }
        Set<T> objects = new LinkedHashSet<>();
        for (Value each : elements(value)) {
            try {
                objects.add(element.read(each));
            } catch (RuntimeException e) {
                throw ListCodec.located(e, objects.size());
            }
        }
        return Collections.unmodifiableSet(objects);
    }

    private Collection<? extends Value> elements(Value value) {
        if (value.type() != type) {
            throw MappingError.type(value, "Set", type);
        }
        if (value instanceof Value.TextSet set) {
            List<Value> texts = new ArrayList<>(set.values().size());
            set.values().forEach(text -> texts.add(new Value.Text(text)));
            return texts;
        } else if (value instanceof Value.NumSet set) {
            return set.values();
        } else if (value instanceof Value.BytesSet set) {
            return set.values();
        }
        return ((Value.ListOf) value).values();
    }

    private static Set<String> texts(List<Value> values) {
        Set<String> texts = new TreeSet<>();
        values.forEach(value -> texts.add(((Value.Text) value).value()));
        return texts;
    }

    private static <V extends Value & Comparable<V>> Set<V> all(Class<V> type, List<Value> values) {
        Set<V> all = new TreeSet<>();
        values.forEach(value -> all.add(type.cast(value)));
        return all;
    }
}
