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
     * @param writer from record to value, null to omit the attribute
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

    /** Returns the declared class; for an {@code Optional}, the class of its content. */
    public Class<?> javaType() {
        return javaType;
    }

    /** Returns the type of the stored values; empty if it depends on the value. */
    public Optional<ValueType> valueType() {
        return Optional.ofNullable(codec.type());
    }

    /** Returns whether an item without the attribute is rejected. */
    public boolean isRequired() {
        return codec.required();
    }

    /** Returns the component's value in a record, unconverted; null only if it is {@code @Nullable}. */
    public @Nullable Object object(R record) {
        try {
            return (Object) accessor.invokeExact((Record) record);
        } catch (Throwable e) {
            throw rejected(e, record);
        }
    }

    /** Returns the stored value of this component, or null if the attribute is not stored. */
    public @Nullable Value value(R record) {
        try {
            return (Value) writer.invokeExact((Record) record);
        } catch (Throwable e) {
            throw rejected(e, record);
        }
    }

    private RuntimeException rejected(Throwable error, R record) {
        RuntimeException located = located(error);
        return located instanceof MappingError mappingError ? mappingError.rejected(record.getClass()) : located;
    }

    /**
     * Returns the stored value of an object of this component's class, such as a key part or an operand of a condition.
     */
    public Value toValue(Object object) {
        if (!isInstance(object)) {
            throw new Rejected(
                    "record.wrong-class",
                    "component %s is of type %s; given %s of type %s"
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
        } catch (MappingError mappingError) {
            throw mappingError.in(name, attribute).rejected(javaType);
        }
    }

    private boolean isInstance(Object object) {
        return javaType.isInstance(object)
                || (object instanceof Number && codec.type() == ValueType.NUMBER)
                || MethodType.methodType(javaType).wrap().returnType().isInstance(object);
    }

    @SuppressWarnings("unchecked") // The caller has checked isInstance.
    private static <T> @Nullable Value writeAny(Codec<T> codec, Object object) {
        return codec.write((T) (codec instanceof OptionalCodec ? Optional.of(object) : object));
    }

    public Codec<?> codec() {
        return codec;
    }

    MethodHandle writer() {
        return writer;
    }

    /** Checks that a value fits by reading it. */
    void check(@Nullable Value value) {
        try {
            codec.read(value);
        } catch (RuntimeException e) {
            throw located(e);
        }
    }

    /** Returns the error with this component's name added, if it is a mapping error. */
    RuntimeException located(Throwable error) {
        if (error instanceof RuntimeException exception) {
            MappingError mappingError = MappingError.of(exception);
            return mappingError == null ? exception : mappingError.in(name, attribute);
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
