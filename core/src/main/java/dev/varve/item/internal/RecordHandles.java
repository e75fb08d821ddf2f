package dev.varve.item.internal;

import static java.lang.invoke.MethodType.methodType;

import dev.varve.error.Rejected;
import dev.varve.item.Num;
import dev.varve.item.Value;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The method handles of one record class. */
public final class RecordHandles {

    private static final MethodHandles.Lookup OWN = MethodHandles.lookup();
    private static final MethodHandle WRITE = own(Codec.class, "writeNullable", Value.class, Codec.class, Object.class);
    private static final MethodHandle READ = own(RecordHandles.class, "read", Object.class, Codec.class, Value.class);

    /** Handles that write and read primitives without boxing. */
    private static final Map<Class<?>, MethodHandle> WRITERS = Map.of(
            byte.class, own(Num.class, "of", Num.class, long.class),
            short.class, own(Num.class, "of", Num.class, long.class),
            int.class, own(Num.class, "of", Num.class, long.class),
            long.class, own(Num.class, "of", Num.class, long.class),
            float.class, own(NumberConversion.class, "ofFloat", Num.class, float.class),
            double.class, own(Num.class, "of", Num.class, double.class),
            boolean.class, own(Value.class, "of", Value.Bool.class, boolean.class));

    private static final Map<Class<?>, MethodHandle> READERS = Map.of(
            byte.class, own(NumberConversion.class, "toByte", byte.class, Value.class),
            short.class, own(NumberConversion.class, "toShort", short.class, Value.class),
            int.class, own(NumberConversion.class, "toInt", int.class, Value.class),
            long.class, own(NumberConversion.class, "toLong", long.class, Value.class),
            float.class, own(NumberConversion.class, "toFloat", float.class, Value.class),
            double.class, own(NumberConversion.class, "toDouble", double.class, Value.class),
            boolean.class, own(ScalarCodecs.class, "toBoolean", boolean.class, Value.class));

    private final Class<?> type;
    private final MethodHandles.Lookup lookup;

    private RecordHandles(Class<?> type, MethodHandles.Lookup lookup) {
        this.type = type;
        this.lookup = lookup;
    }

    public static RecordHandles of(Class<?> type, MethodHandles.Lookup caller) {
        try {
            // A module reads only what it requires, and Varve cannot require the application's module.
            RecordHandles.class.getModule().addReads(type.getModule());
            return new RecordHandles(type, MethodHandles.privateLookupIn(type, caller));
        } catch (IllegalAccessException e) {
            throw new Rejected(
                    "record.not-accessible",
                    "record %s is not accessible to Varve: add \"opens %s;\" to the module %s, or pass MethodHandles.lookup()"
                            .formatted(
                                    type.getSimpleName(),
                                    type.getPackageName(),
                                    type.getModule().getName()),
                    e);
        }
    }

    /** Returns a handle from record to object. */
    public MethodHandle accessor(RecordComponent component) {
        return declared(component).asType(methodType(Object.class, Record.class));
    }

    /** Returns a handle from record to value. */
    public MethodHandle writer(RecordComponent component, Codec<?> codec) {
        MethodHandle direct = isDirect(component, codec) ? WRITERS.get(component.getType()) : null;
        MethodHandle writer = direct != null ? direct : WRITE.bindTo(codec);
        MethodHandle converted = writer.asType(methodType(Value.class, component.getType()));
        return MethodHandles.filterReturnValue(declared(component), converted)
                .asType(methodType(Value.class, Record.class));
    }

    /** Returns a handle from value to the component's type. */
    public MethodHandle reader(RecordComponent component, Codec<?> codec) {
        MethodHandle direct = isDirect(component, codec) ? READERS.get(component.getType()) : null;
        MethodHandle reader = direct != null ? direct : READ.bindTo(codec);
        return reader.asType(methodType(component.getType(), Value.class));
    }

    /** Returns a handle from an array of values to the record. */
    public MethodHandle constructor(List<MethodHandle> readers) {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            MethodHandle plain = lookup.findConstructor(type, methodType(void.class, types));
            return MethodHandles.filterArguments(plain, 0, readers.toArray(MethodHandle[]::new))
                    .asSpreader(Value[].class, types.length)
                    .asType(methodType(Record.class, Value[].class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    // A component with a converter does not have the default codec of its type.
    private static boolean isDirect(RecordComponent component, Codec<?> codec) {
        return codec == ScalarCodecs.find(component.getType());
    }

    private MethodHandle declared(RecordComponent component) {
        try {
            return lookup.unreflect(component.getAccessor());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    static @Nullable Object read(Codec<?> codec, @Nullable Value value) {
        return codec.read(value);
    }

    private static MethodHandle own(Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
        try {
            return OWN.findStatic(owner, name, methodType(result, parameters));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
