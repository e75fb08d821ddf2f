package dev.varve.series.internal.packed;

import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.series.internal.definition.SeriesDefinition;
import java.time.Instant;
import java.util.List;
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

    /** Carries out appends in their order. */
    public CompletableFuture<List<RowResult>> append(List<RowWrite> writes) {
        return store.write(writes);
    }

    /** Returns the item of a stored row. */
    public Item item(RowWrite write, Row stored) {
        return store.items().item(write.identity(), stored);
    }
}
