package dev.varve.series.internal.packed.read;

import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.packed.block.BlockLayout;
import dev.varve.series.internal.packed.row.RowRecords;
import dev.varve.series.internal.packed.row.RowSet;
import dev.varve.series.internal.packed.row.TickRange;
import dev.varve.table.BlockingTable;
import dev.varve.table.Consistency;
import dev.varve.table.Query;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads events of a packed series as records, without an item for each. */
public final class PackedHistory<E extends Record> {

    private final SeriesDefinition<E> definition;
    private final VisibleRows visible;
    private final RowRecords<E> records;
    private final Function<Item, E> read;

    private PackedHistory(
            SeriesDefinition<E> definition, VisibleRows visible, RowRecords<E> records, Function<Item, E> read) {
        this.definition = definition;
        this.visible = visible;
        this.records = records;
        this.read = read;
    }

    /** Returns the reader, or null for a layout or a record that needs the way through items. */
    public static <E extends Record> @Nullable PackedHistory<E> of(
            SeriesDefinition<E> definition, VisibleRows visible, Function<Item, E> read) {
        boolean isOnePartition =
                !definition.layout.isBucketed() && definition.layout.changes().isEmpty();
        RowRecords<E> records = isOnePartition ? RowRecords.of(definition, visible.items()) : null;
        return records == null ? null : new PackedHistory<>(definition, visible, records, read);
    }

    /**
     * Returns the events of one identity in a range of whole ticks; null if some of them may be items.
     *
     * @param limit the most events to return; 0 for no limit
     */
    public @Nullable CompletableFuture<List<E>> list(
            Parts identity, TimeRange range, Query.Order order, Consistency consistency, int limit) {
        BlockLayout layout = visible.layout();
        TickRange ticks = new TickRange(layout.ticks(range.from()), layout.ticks(range.to()));
        List<E> events = new ArrayList<>();
        if (ticks.from() >= ticks.to()) {
            return CompletableFuture.completedFuture(events);
        }
        if (ticks.from() < layout.since()) {
            return null;
        }
        RowRecords<E>.Reader reader =
                records.reader(identity, row -> read.apply(visible.items().item(identity, row)));
        Instant now = visible.now();
        var request = new PackedScan.Request(visible, new BlockLayout.Selected(identity, ticks), order, consistency);
        return PackedScan.of(request, (rows, from, to) -> {
                    int live = firstLive(rows, from, to, now);
                    int count = limit == 0 ? to - live : Math.min(to - live, limit - events.size());
                    for (int i = 0; i < count; i++) {
                        events.add(reader.record(rows, request.isAscending() ? live + i : to - 1 - i));
                    }
                    return limit == 0 || events.size() < limit;
                })
                .run(PackedScan.Rows.ALL, limit)
                .thenApply(capacity -> events);
    }

    /** Returns the first row that has not expired; all rows after it have not expired either. */
    private int firstLive(RowSet rows, int from, int to, Instant now) {
        int live = from;
        while (live < to && !visible.items().isLive(rows.tick(live), now)) {
            live++;
        }
        return live;
    }

    /**
     * Returns the events of one identity in a range of whole ticks, read as the stream is consumed; null if some of them may be
     * items, or reads cost units: parts of the stream begin in the middle of blocks, which are then read twice.
     *
     * @param limit the most events to return; 0 for no limit
     */
    public @Nullable Stream<E> stream(
            Parts identity, TimeRange range, Query.Order order, Consistency consistency, int limit) {
        if (!visible.isOnlyWriter()
                || visible.layout().ticks(range.from()) < visible.layout().since()) {
            return null;
        }
        return PackedStream.of(
                (last, most) -> BlockingTable.await(Objects.requireNonNull(
                        list(identity, last == null ? range : rest(range, last, order), order, consistency, most))),
                limit);
    }

    /** Returns the range after an event, which has a tick of its own. */
    private TimeRange rest(TimeRange range, E last, Query.Order order) {
        Instant clock = (Instant) Objects.requireNonNull(definition.clock.object(last));
        return order == Query.Order.ASCENDING
                ? new TimeRange(clock.plusNanos(definition.layout.tick().nanos()), range.to())
                : new TimeRange(range.from(), clock);
    }
}
