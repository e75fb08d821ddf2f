package dev.varve.series.internal.packed;

import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.table.Consistency;
import dev.varve.table.Query;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads events of a packed series as records, without an item for each. */
public final class PackedHistory<E extends Record> {

    private final PackedStore store;
    private final RecordRows<E> rows;
    private final Function<Item, E> read;

    private PackedHistory(SeriesDefinition<E> definition, PackedStore store, Function<Item, E> read) {
        this.store = store;
        this.rows = new RecordRows<>(definition, store.items());
        this.read = read;
    }

    /** Returns the reader, or null for a layout or a record that needs the way through items. */
    public static <E extends Record> @Nullable PackedHistory<E> of(
            SeriesDefinition<E> definition, PackedStore store, Function<Item, E> read) {
        PackedHistory<E> history = new PackedHistory<>(definition, store, read);
        boolean isOnePartition =
                !definition.layout.isBucketed() && definition.layout.changes().isEmpty();
        return isOnePartition && history.rows.isReadable() ? history : null;
    }

    /**
     * Returns the events of one identity in a range of whole ticks; null if some of them may be items.
     *
     * @param limit the most events to return; 0 for no limit
     */
    public @Nullable CompletableFuture<List<E>> list(
            Parts identity, TimeRange range, Query.Order order, Consistency consistency, int limit) {
        BlockLayout layout = store.layout();
        TickRange ticks = new TickRange(layout.ticks(range.from()), layout.ticks(range.to()));
        List<E> events = new ArrayList<>();
        if (ticks.from() >= ticks.to()) {
            return CompletableFuture.completedFuture(events);
        }
        if (ticks.from() < layout.since()) {
            return null;
        }
        Query blocks = layout.blocks(identity, store.readRange(ticks));
        blocks = order == Query.Order.ASCENDING ? blocks : blocks.descending();
        blocks = consistency == Consistency.EVENTUAL ? blocks : blocks.consistent();
        RecordRows<E>.Reader reader =
                rows.reader(identity, row -> read.apply(store.items().item(identity, row)));
        Instant now = store.now();
        return PackedScan.ofEach(
                        new PackedScan.Request(store, blocks, new BlockLayout.Selected(identity, ticks)),
                        (rowSet, row) -> {
                            if (store.items().isLive(rowSet.tick(row), now)) {
                                events.add(reader.record(rowSet, row));
                            }
                            return limit == 0 || events.size() < limit;
                        })
                .run(PackedScan.Rows.ALL, limit != 0)
                .thenApply(capacity -> events);
    }
}
