package dev.varve.series.internal.definition;

import dev.varve.item.Item;
import dev.varve.item.RecordMapping;
import dev.varve.item.Value;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.schema.internal.IndexEntry;
import dev.varve.schema.internal.KeyComponents;
import org.jspecify.annotations.Nullable;

/**
 * An index of events, ordered by the clock: all devices of a location, all anomalies of a day.
 *
 * @param layout the keys in the index
 * @param parts the components that are parts of these keys
 * @param identity the components that address events in the index: those before the clock
 * @param onlyWith the attribute that an event must have to be in the index, or null for every event
 * @param isShared whether items of other kinds may have the same keys in the index
 */
public record EventIndex(
        String name,
        SeriesLayout layout,
        KeyComponents parts,
        KeyComponents identity,
        @Nullable String onlyWith,
        boolean isShared) {

    /** An index as declared, before it is compiled with the rest of the declaration. */
    public record Declared(
            String name,
            String partition,
            String sort,
            @Nullable String onlyWith,
            boolean isShared) {}

    static EventIndex of(Declared declared, RecordMapping<?> mapping, SeriesLayout layout) {
        return new EventIndex(
                declared.name(),
                layout,
                new KeyComponents(mapping, layout.parts()),
                new KeyComponents(mapping, layout.identity()),
                declared.onlyWith() == null ? null : mapping.attribute(declared.onlyWith()),
                declared.isShared());
    }

    /** Returns whether the index may hold this event; an event that lacks a part of the index key is left out too. */
    public boolean holds(Item event) {
        if (onlyWith == null) {
            return true;
        }
        Value value = event.value(onlyWith);
        return value != null && !value.equals(Value.of(false));
    }

    public IndexEntry entry() {
        return new IndexEntry(name, layout, isShared, onlyWith == null ? null : "only with " + onlyWith);
    }
}
