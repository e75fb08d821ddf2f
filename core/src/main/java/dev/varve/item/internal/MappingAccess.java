package dev.varve.item.internal;

import dev.varve.internal.AccessHolder;
import dev.varve.item.RecordMapping;
import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * The methods of record mappings that only Varve itself calls. They are package-private in {@link RecordMapping}, so that
 * applications do not see them; it registers the one instance when its class is initialised.
 */
public abstract class MappingAccess {

    private static final AccessHolder<MappingAccess> HOLDER = new AccessHolder<>(RecordMapping.class);

    /** Returns the instance that {@link RecordMapping} registered. */
    public static MappingAccess instance() {
        return HOLDER.instance();
    }

    public static void register(MappingAccess access) {
        HOLDER.register(access);
    }

    /** Returns the components in the order of their declaration. */
    public abstract <R extends Record> List<MappedComponent<R>> components(RecordMapping<R> mapping);

    /** Returns the component with this name; rejects an unknown name. */
    public abstract <R extends Record> MappedComponent<R> component(RecordMapping<R> mapping, String name);

    /** Returns a handle from an array of objects, one for each declared component, to the record. */
    public abstract MethodHandle objects(RecordMapping<?> mapping);

    /** Returns the stored value of an object at a path, for a comparison. */
    public abstract StoredValue stored(RecordMapping<?> mapping, String attribute, List<?> inside, Object object);

    /** Returns the stored value of an object as an element of the list or set at a path. */
    public abstract StoredValue storedElement(
            RecordMapping<?> mapping, String attribute, List<?> inside, Object object);
}
