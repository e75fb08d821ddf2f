package dev.varve.series.internal.packed;

import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.series.internal.definition.SeriesDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Appends records to a packed series without a detour through items. */
public final class PackedAppends<E extends Record> {

    private final SeriesDefinition<E> definition;
    private final PackedStore store;
    private final RecordRows<E> rows;

    public PackedAppends(SeriesDefinition<E> definition, PackedStore store) {
        this.definition = definition;
        this.store = store;
        this.rows = new RecordRows<>(definition, store.items());
    }

    /** Returns whether events with this clock are packed; others are items. */
    public boolean isPacked(Instant clock) {
        return store.layout().isPacked(clock);
    }

    /**
     * Returns the write that appends an event; rejects an event that cannot be stored.
     *
     * @param clock the clock of the event, cut to the tick
     */
    public RowWrite write(E event, Instant clock) {
        Parts identity = rows.identity(event);
        store.layout().requireKey(identity, clock);
        return RowWrite.append(identity, rows.row(event, store.layout().requireTicks(clock)), definition.conflicts);
    }

    /**
     * Prepares events whose numbers are entries of a map.
     *
     * @param map the component with the numbers
     * @param numbers the entries, in the order in which events give their values
     * @param texts further components
     */
    public PreparedRow prepare(Parts identity, String map, List<String> numbers, Map<String, String> texts) {
        Map<String, String> attributes = new TreeMap<>();
        texts.forEach((component, text) -> attributes.put(attribute(component), text));
        PreparedRow prepared = PreparedRow.of(identity, attribute(map), numbers, attributes);
        store.layout().requireKey(identity, Instant.EPOCH);
        store.items().requireStorable(prepared.row(0, new double[numbers.size()]));
        return prepared;
    }

    private String attribute(String component) {
        return definition.mapping.attribute(component);
    }

    /**
     * Returns the write that appends a prepared event.
     *
     * @param clock the clock of the event, cut to the tick
     */
    public RowWrite write(PreparedRow prepared, Instant clock, double[] numbers) {
        Row row = prepared.row(store.layout().requireTicks(clock), numbers);
        return RowWrite.append(prepared.identity(), row, definition.conflicts);
    }

    /** Carries out appends in their order. */
    public CompletableFuture<List<RowResult>> append(List<RowWrite> writes) {
        return store.write(writes);
    }

    /** Returns the item of a stored row. */
    public Item item(RowWrite write, Row stored) {
        return store.items().item(write.identity(), stored);
    }
}
