package dev.varve.item.internal;

import dev.varve.error.Rejected;
import dev.varve.item.Value;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the codec of a path inside an attribute, and the stored value of objects there. */
public final class PathCodecs {

    private PathCodecs() {}

    /** Returns the codec one step further inside, or null if any value may be there. */
    public static @Nullable Codec<?> inside(Codec<?> codec, Object step) {
        Codec<?> plain = plain(codec);
        if (plain instanceof NestedCodec nested && step instanceof String name) {
            return nested.component(name).codec();
        }
        if (plain instanceof MapCodec<?> map && step instanceof String) {
            return map.element();
        }
        return plain instanceof ListCodec<?> list && step instanceof Integer ? list.element() : null;
    }

    /** Returns the codec of the elements of a list or a set, or null if there is none. */
    public static @Nullable Codec<?> element(Codec<?> codec) {
        Codec<?> plain = plain(codec);
        if (plain instanceof ListCodec<?> list) {
            return list.element();
        }
        return plain instanceof SetCodec<?> set ? set.element() : null;
    }

    private static Codec<?> plain(Codec<?> codec) {
        Codec<?> plain = codec;
        while (true) {
            if (plain instanceof OptionalCodec<?> optional) {
                plain = optional.inner();
            } else if (plain instanceof NullableCodec<?> nullable) {
                plain = nullable.inner();
            } else if (plain instanceof EmptyAsAbsentCodec<?> leftOut) {
                plain = leftOut.inner();
            } else {
                return plain;
            }
        }
    }

    /** Returns the stored value of an object; an instant that is finer than its attribute is truncated. */
    public static StoredValue stored(Codec<?> codec, Object object, String where) {
        Codec<?> plain = plain(codec);
        try {
            Value value = object instanceof Instant instant ? cut(plain, instant) : write(plain, object);
            if (value == null) {
                throw new Rejected("record.no-value", "%s has no value for %s".formatted(where, object));
            }
            boolean isCut = object instanceof Instant instant
                    && plain.read(value) instanceof Instant read
                    && read.isBefore(instant);
            return new StoredValue(value, isCut);
        } catch (ClassCastException e) {
            throw new Rejected(
                    "record.wrong-class",
                    "%s cannot be compared with %s: its type is not %s"
                            .formatted(where, object, object.getClass().getSimpleName()));
        } catch (MappingError mappingError) {
            throw new Rejected(
                    "record.convert",
                    "%s cannot be compared with %s: %s".formatted(where, object, mappingError.getMessage()));
        }
    }

    private static @Nullable Value cut(Codec<?> codec, Instant instant) {
        MappingError finer = null;
        for (Instant each :
                List.of(instant, instant.truncatedTo(ChronoUnit.MILLIS), instant.truncatedTo(ChronoUnit.SECONDS))) {
            try {
                return write(codec, each);
            } catch (MappingError mappingError) {
                finer = mappingError;
            }
        }
        throw Optional.ofNullable(finer).orElseThrow();
    }

    @SuppressWarnings("unchecked") // The caller rejects an object of another class.
    private static <T> @Nullable Value write(Codec<T> codec, Object object) {
        return codec.write((T) object);
    }
}
