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
    private static final MethodHandle NOT_NULL =
            own(RecordHandles.class, "notNull", Object.class, String.class, Object.class);
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
    private final @Nullable MethodHandle path;

    /** @param path from the mapped record to a flat record inside it; null for the mapped record itself */
    private RecordHandles(Class<?> type, MethodHandles.Lookup lookup, @Nullable MethodHandle path) {
        this.type = type;
        this.lookup = lookup;
        this.path = path;
    }

    public static RecordHandles of(Class<?> type, MethodHandles.Lookup caller) {
        return of(type, caller, null);
    }

    private static RecordHandles of(Class<?> type, MethodHandles.Lookup caller, @Nullable MethodHandle path) {
        try {
            // A module reads only what it requires, and Varve cannot require the application's module.
            RecordHandles.class.getModule().addReads(type.getModule());
            return new RecordHandles(type, MethodHandles.privateLookupIn(type, caller), path);
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

    /** Returns the handles of a component that is a flat record, from the mapped record. */
    public RecordHandles flat(RecordComponent component, MethodHandles.Lookup caller) {
        Class<?> flat = component.getType();
        MethodHandle present = NOT_NULL.bindTo(component.getName()).asType(methodType(flat, flat));
        return of(flat, caller, MethodHandles.filterReturnValue(declared(component), present));
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

    /**
     * Returns a handle from values to the record.
     *
     * @param readers for each component a handle from one value, or for a flat record from the values of its components
     */
    public MethodHandle constructor(List<MethodHandle> readers) {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            MethodHandle constructor = lookup.findConstructor(type, methodType(void.class, types));
            MethodHandle record = MethodHandles.filterArguments(
                    constructor,
                    0,
                    readers.stream().map(each -> isFlat(each) ? null : each).toArray(MethodHandle[]::new));
            // From the last: a flat record takes more or fewer values than one, which moves the arguments behind it.
            for (int i = types.length - 1; i >= 0; i--) {
                if (isFlat(readers.get(i))) {
                    record = MethodHandles.collectArguments(record, i, readers.get(i));
                }
            }
            return record;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a handle from an array of objects, one for each component as declared, to the record. */
    public MethodHandle ofObjects() {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            return lookup.findConstructor(type, methodType(void.class, types))
                    .asSpreader(Object[].class, types.length)
                    .asType(methodType(Record.class, Object[].class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isFlat(MethodHandle reader) {
        return !reader.type().parameterList().equals(List.of(Value.class));
    }

    /** Returns a handle from an array of values to the record that this handle creates. */
    public static MethodHandle ofArray(MethodHandle constructor) {
        return constructor
                .asSpreader(Value[].class, constructor.type().parameterCount())
                .asType(methodType(Record.class, Value[].class));
    }

    // A component with a converter does not have the default codec of its type.
    private static boolean isDirect(RecordComponent component, Codec<?> codec) {
        return codec == ScalarCodecs.find(component.getType());
    }

    private MethodHandle declared(RecordComponent component) {
        try {
            MethodHandle accessor = lookup.unreflect(component.getAccessor());
            return path == null
                    ? accessor.asType(methodType(component.getType(), Record.class))
                    : MethodHandles.filterReturnValue(path, accessor);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    static Object notNull(String component, @Nullable Object flat) {
        if (flat == null) {
            throw new MappingError(
                    "record.null",
                    "its flat record %s is null: create it, with empty components if need be".formatted(component));
        }
        return flat;
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
