package dev.varve.item;

import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.item.internal.StoredValue;
import java.lang.invoke.MethodHandle;
import java.util.List;

/** Gives the rest of Varve what applications do not see of record mappings. */
final class RecordMappingAccess extends MappingAccess {

    @Override
    public <R extends Record> List<MappedComponent<R>> components(RecordMapping<R> mapping) {
        return mapping.components();
    }

    @Override
    public <R extends Record> MappedComponent<R> component(RecordMapping<R> mapping, String name) {
        return mapping.component(name);
    }

    @Override
    public MethodHandle objects(RecordMapping<?> mapping) {
        return mapping.objects();
    }

    @Override
    public StoredValue stored(RecordMapping<?> mapping, String attribute, List<?> inside, Object object) {
        return mapping.stored(attribute, inside, object);
    }

    @Override
    public StoredValue storedElement(RecordMapping<?> mapping, String attribute, List<?> inside, Object object) {
        return mapping.storedElement(attribute, inside, object);
    }
}
