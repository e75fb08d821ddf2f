package dev.varve.item.internal;

import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The codecs of Java's plain types. */
public final class ScalarCodecs {

    private static final Map<Class<?>, Codec<?>> CODECS = codecs();

    private ScalarCodecs() {}

    public static @Nullable Codec<?> find(Class<?> type) {
        return CODECS.get(type);
    }

    private static Map<Class<?>, Codec<?>> codecs() {
        Map<Class<?>, Codec<?>> codecs = new HashMap<>();
        put(codecs, byte.class, Byte.class, number(n -> Num.of((long) n), NumberConversion::toByte));
        put(codecs, short.class, Short.class, number(n -> Num.of((long) n), NumberConversion::toShort));
        put(codecs, int.class, Integer.class, number(n -> Num.of((long) n), NumberConversion::toInt));
        put(codecs, long.class, Long.class, number(n -> Num.of((long) n), NumberConversion::toLong));
        put(codecs, float.class, Float.class, number(NumberConversion::ofFloat, NumberConversion::toFloat));
        put(codecs, double.class, Double.class, number(n -> Num.of((double) n), NumberConversion::toDouble));
        put(
                codecs,
                boolean.class,
                Boolean.class,
                new ScalarCodec<>(ValueType.BOOL, b -> Value.of((boolean) b), ScalarCodecs::toBoolean));
        put(codecs, char.class, Character.class, text("char", String::valueOf, ScalarCodecs::character));
        codecs.put(BigDecimal.class, ScalarCodecs.<BigDecimal>number(Num::of, NumberConversion::toBigDecimal));
        codecs.put(
                BigInteger.class,
                ScalarCodecs.<BigInteger>number(n -> Num.of(new BigDecimal(n)), NumberConversion::toBigInteger));
        codecs.put(String.class, new ScalarCodec<>(ValueType.TEXT, Value.Text::new, value -> toText(value, "String")));
        codecs.put(UUID.class, text("UUID", UUID::toString, ScalarCodecs::uuid));
        codecs.put(Duration.class, text("Duration", Duration::toString, Duration::parse));
        codecs.put(LocalDate.class, text("LocalDate", ScalarCodecs::dateText, LocalDate::parse));
        codecs.put(byte[].class, new ScalarCodec<>(ValueType.BYTES, Bytes::of, ScalarCodecs::toArray));
        codecs.put(Item.class, new ScalarCodec<>(ValueType.MAP, ScalarCodecs::ofItem, ScalarCodecs::toItem));
        return codecs;
    }

    private static <T> void put(Map<Class<?>, Codec<?>> codecs, Class<T> primitive, Class<T> boxed, Codec<T> codec) {
        codecs.put(primitive, codec);
        codecs.put(boxed, codec);
    }

    private static <T> Codec<T> number(Function<T, Value> writer, Function<Value, T> reader) {
        return new ScalarCodec<>(ValueType.NUMBER, writer, reader);
    }

    /** Returns the codec of a type that is stored as text; an exception of the parser means an invalid text. */
    static <T> Codec<T> text(String type, Function<T, String> writer, Function<String, T> parser) {
        return new ScalarCodec<>(ValueType.TEXT, object -> new Value.Text(writer.apply(object)), value -> {
            String text = toText(value, type);
            try {
                return parser.apply(text);
            } catch (DateTimeException | IllegalArgumentException e) {
                throw new MappingError(
                        "record.text", "%s is not the text of a %s".formatted(MappingError.show(value), type));
            }
        });
    }

    public static String toText(Value value, String type) {
        if (value instanceof Value.Text text) {
            return text.value();
        }
        throw MappingError.type(value, type, ValueType.TEXT);
    }

    static boolean toBoolean(@Nullable Value value) {
        if (value instanceof Value.Bool bool) {
            return bool.value();
        }
        throw value == null ? MappingError.missing() : MappingError.type(value, "boolean", ValueType.BOOL);
    }

    private static byte[] toArray(Value value) {
        if (value instanceof Bytes bytes) {
            return bytes.toArray();
        }
        throw MappingError.type(value, "byte[]", ValueType.BYTES);
    }

    private static Value ofItem(Item item) {
        return new Value.MapOf(item.asMap());
    }

    private static Item toItem(Value value) {
        if (value instanceof Value.MapOf map) {
            return Item.of(map.values());
        }
        throw MappingError.type(value, "Item", ValueType.MAP);
    }

    private static char character(String text) {
        if (text.length() != 1) {
            throw new IllegalArgumentException(text);
        }
        return text.charAt(0);
    }

    // UUID.fromString also accepts 1-1-1-1-1, which would be written back as another text.
    private static UUID uuid(String text) {
        UUID uuid = UUID.fromString(text);
        if (!uuid.toString().equalsIgnoreCase(text)) {
            throw new IllegalArgumentException(text);
        }
        return uuid;
    }

    private static String dateText(LocalDate date) {
        if (date.getYear() < 1 || date.getYear() > 9999) {
            throw new MappingError(
                    "record.date-range",
                    "date %s is outside the years 0001 to 9999, whose texts sort like dates".formatted(date));
        }
        return date.toString();
    }
}
