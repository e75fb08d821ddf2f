package dev.varve.item.internal;

import dev.varve.error.Rejected;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A component of a record and the attribute it is stored in. */
public final class MappedComponent<R extends Record> {

    private final String name;
    private final String attribute;
    private final Class<?> javaType;
    private final Codec<?> codec;
    private final MethodHandle accessor;
    private final MethodHandle writer;

    /**
     * @param accessor from record to object
     * @param writer from record to value, null to leave the attribute out
     */
    public MappedComponent(
            String name,
            String attribute,
            Class<?> javaType,
            Codec<?> codec,
            MethodHandle accessor,
            MethodHandle writer) {
        this.name = name;
        this.attribute = attribute;
        this.javaType = javaType;
        this.codec = codec;
        this.accessor = accessor;
        this.writer = writer;
    }

    public String name() {
        return name;
    }

    public String attribute() {
        return attribute;
    }

    /** Returns the declared class, for an {@code Optional} that of its content. */
    public Class<?> javaType() {
        return javaType;
    }

    /** Returns the type of the values this component is stored as; empty where each value has its own. */
    public Optional<ValueType> valueType() {
        return Optional.ofNullable(codec.type());
    }

    /** Returns whether an item without the attribute is refused. */
    public boolean isRequired() {
        return codec.required();
    }

    /** Returns what the record holds in this component, unconverted: null only where it is {@code @Nullable}. */
    public @Nullable Object object(R record) {
        try {
            return (Object) accessor.invokeExact((Record) record);
        } catch (Throwable e) {
            throw blame(e);
        }
    }

    /** Returns the value this component of the record is stored as, or null where the attribute is left out. */
    public @Nullable Value value(R record) {
        try {
            return (Value) writer.invokeExact((Record) record);
        } catch (Throwable e) {
            RuntimeException blamed = blame(e);
            throw blamed instanceof MappingError misfit ? misfit.rejected(record.getClass()) : blamed;
        }
    }

    /** Returns the value a plain object of this component's class is stored as: a key part, an operand of a condition. */
    public Value toValue(Object object) {
        if (!isInstance(object)) {
            throw new Rejected(
                    "record.wrong-class",
                    "component %s is %s; given is %s of %s"
                            .formatted(
                                    name,
                                    javaType.getSimpleName(),
                                    object,
                                    object.getClass().getSimpleName()));
        }
        try {
            Value value = javaType.isInstance(object) || codec.type() != ValueType.NUMBER
                    ? writeAny(codec, object)
                    : Value.of(object);
            if (value == null) {
                throw new Rejected("record.no-value", "component %s has no value for %s".formatted(name, object));
            }
            return value;
        } catch (MappingError misfit) {
            throw misfit.in(name, attribute).rejected(javaType);
        }
    }

    private boolean isInstance(Object object) {
        return javaType.isInstance(object)
                || (object instanceof Number && codec.type() == ValueType.NUMBER)
                || MethodType.methodType(javaType).wrap().returnType().isInstance(object);
    }

    @SuppressWarnings("unchecked") // isInstance was asked before.
    private static <T> @Nullable Value writeAny(Codec<T> codec, Object object) {
        return codec.write((T) (codec instanceof OptionalCodec ? Optional.of(object) : object));
    }

    public Codec<?> codec() {
        return codec;
    }

    MethodHandle writer() {
        return writer;
    }

    /** Reads a value only to see whether it fits. */
    void check(@Nullable Value value) {
        try {
            codec.read(value);
        } catch (RuntimeException e) {
            throw blame(e);
        }
    }

    /** Returns an error with this component's name on it, as far as it has one to carry. */
    RuntimeException blame(Throwable error) {
        if (error instanceof RuntimeException exception) {
            MappingError misfit = MappingError.of(exception);
            return misfit == null ? exception : misfit.in(name, attribute);
        } else if (error instanceof Error fatal) {
            throw fatal;
        }
        throw new IllegalStateException("accessor %s threw a checked exception".formatted(name), error);
    }

    @Override
    public String toString() {
        return name.equals(attribute) ? name : name + " (attribute \"" + attribute + "\")";
    }
}
