package dev.varve.series.internal.packed;

import dev.varve.block.internal.Block;
import dev.varve.block.internal.BlockReader;
import dev.varve.block.internal.stream.Effort;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.packed.block.BlockRows;
import dev.varve.series.internal.packed.row.GrowingRows;
import dev.varve.series.internal.packed.row.RowItems;
import dev.varve.series.internal.packed.row.RowSet;
import dev.varve.table.Key;
import dev.varve.table.TableSchema;
import dev.varve.table.internal.LayoutKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encodes events of a packed series as one block, apart from those of the history; pure. */
public final class PackedRows {

    private final SeriesDefinition<?> definition;
    private final TableSchema table;
    private final RowItems items;

    public PackedRows(SeriesDefinition<?> definition, TableSchema table) {
        this.definition = definition;
        this.table = table;
        this.items = new RowItems(definition, table);
    }

    /** Returns a block of these events, or null if they do not fit into one. */
    public byte @Nullable [] encode(List<Item> events) {
        GrowingRows growing = new GrowingRows();
        for (Item event : events) {
            growing.put(items.row(event, ticks(table.keyOf(event))));
        }
        RowSet rows = growing.rows();
        return rows.size() == 0
                        || rows.size() > Block.MAX_EVENTS
                        || rows.columns().size() > Block.MAX_COLUMNS
                ? null
                : BlockRows.encode(rows, definition.layout.tick(), Effort.FAST);
    }

    private long ticks(Key key) {
        Instant clock = LayoutKeys.written(key)
                .flatMap(definition.layout::match)
                .orElseThrow()
                .clock();
        return switch (definition.layout.tick()) {
            case SECONDS -> clock.getEpochSecond();
            case MILLIS -> clock.toEpochMilli();
            case NANOS -> Math.addExact(Math.multiplyExact(clock.getEpochSecond(), 1_000_000_000L), clock.getNano());
        };
    }

    /** Returns the events of a block. */
    public List<Item> decode(Parts identity, byte[] block) {
        RowSet rows = BlockRows.rows(BlockReader.of(block).block());
        List<Item> events = new ArrayList<>(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            events.add(items.item(identity, rows.row(i)));
        }
        return events;
    }
}
