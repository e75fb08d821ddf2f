package dev.varve.item.internal;

import dev.varve.error.Rejected;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes each constant of an enum as its declared text. */
public final class EnumCodec<E extends Enum<E>> implements Codec<E> {

    private final Class<E> type;
    private final EnumMap<E, Value.Text> texts;
    private final Map<String, E> constants = new HashMap<>();

    public EnumCodec(Class<E> type, Function<? super E, String> declared) {
        this.type = type;
        this.texts = new EnumMap<>(type);
        for (E constant : type.getEnumConstants()) {
            String text = declared.apply(constant);
            texts.put(constant, new Value.Text(text));
            E other = constants.put(text, constant);
            if (other != null) {
                throw new Rejected(
                        "record.enum-text",
                        "enum %s: %s and %s are both written \"%s\", which cannot be read back: give each its own text"
                                .formatted(type.getSimpleName(), other.name(), constant.name(), text));
            }
        }
    }

    @Override
    public ValueType type() {
        return ValueType.TEXT;
    }

    @Override
    public @Nullable Value write(E constant) {
        return texts.get(constant);
    }

    @Override
    public E read(@Nullable Value value) {
        if (value == null) {
            throw MappingError.missing();
        }
        E constant = constants.get(ScalarCodecs.toText(value, type.getSimpleName()));
        if (constant == null) {
            throw new MappingError(
                    "record.enum",
                    "%s is not a %s; the known texts are %s"
                            .formatted(MappingError.show(value), type.getSimpleName(), known()));
        }
        return constant;
    }

    private String known() {
        return Stream.of(type.getEnumConstants())
                .map(constant -> String.valueOf(texts.get(constant)))
                .collect(Collectors.joining(", "));
    }
}
