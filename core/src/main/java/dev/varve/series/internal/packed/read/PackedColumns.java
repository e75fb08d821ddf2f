package dev.varve.series.internal.packed.read;

import dev.varve.block.internal.BlockReader;
import dev.varve.block.internal.ColumnSummary;
import dev.varve.item.Value;
import dev.varve.key.Parts;
import dev.varve.rollup.internal.definition.EventColumn;
import dev.varve.rollup.internal.definition.EventColumns;
import dev.varve.series.internal.packed.block.BlockRows;
import dev.varve.series.internal.packed.row.Field;
import dev.varve.series.internal.packed.row.RowItems;
import dev.varve.series.internal.packed.row.RowSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Packed rows of one identity as a rollup reads them. */
final class PackedColumns implements EventColumns {

    /** The clocks of the rows. */
    private interface Ticks {
        long at(int event);
    }

    private final int size;
    private final Ticks ticks;
    private final RowItems items;
    private final Map<String, List<EventColumn>> columns = new HashMap<>();

    private PackedColumns(int size, Ticks ticks, RowItems items) {
        this.size = size;
        this.ticks = ticks;
        this.items = items;
    }

    /** Returns the rows of a set from one index to another, exclusive. */
    static PackedColumns of(RowItems items, Parts identity, RowSet rows, int from, int to) {
        PackedColumns all = new PackedColumns(to - from, event -> rows.tick(from + event), items);
        rows.columns().forEach(column -> all.add(column.field(), from, new RowSource(column)));
        return all.derived(identity);
    }

    /** Returns all rows of a block. A column is decoded only if its summary is not enough. */
    static PackedColumns of(RowItems items, Parts identity, BlockReader block) {
        PackedColumns all = new PackedColumns(block.size(), new BlockTicks(block), items);
        for (String name : block.names()) {
            Field field = BlockRows.field(name, block.type(name).orElseThrow());
            all.add(field, 0, new BlockSource(block, name));
        }
        return all.derived(identity);
    }

    private void add(Field field, int offset, PackedColumn.Source source) {
        RowItems.Target target = items.target(field.name());
        columns.computeIfAbsent(target.attribute(), first -> new ArrayList<>(1))
                .add(new PackedColumn(field, target.entry(), offset, source));
    }

    private PackedColumns derived(Parts identity) {
        items.derived(
                identity,
                (attribute, value) ->
                        columns.put(attribute, List.of(new DerivedColumn(event -> value.apply(ticks.at(event))))));
        return this;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Value clock(int event) {
        return items.clock(ticks.at(event));
    }

    @Override
    public List<EventColumn> columns(String attribute) {
        return columns.getOrDefault(attribute, List.of());
    }

    private record RowSource(RowSet.Column column) implements PackedColumn.Source {

        @Override
        public EventColumn.@Nullable Summary summary() {
            return null;
        }
    }

    private record BlockSource(BlockReader block, String name) implements PackedColumn.Source {

        @Override
        public RowSet.Column column() {
            return BlockRows.expanded(block.column(name).orElseThrow(), block.size());
        }

        @Override
        public EventColumn.@Nullable Summary summary() {
            return block.summary(name).orElse(null) instanceof ColumnSummary.Exact exact
                    ? new EventColumn.Summary(
                            exact.count(), exact.min(), exact.max(), exact.sum(), exact.sumOfSquares())
                    : null;
        }
    }

    private static final class BlockTicks implements Ticks {
        private final BlockReader block;
        private long @Nullable [] times;

        BlockTicks(BlockReader block) {
            this.block = block;
        }

        @Override
        public long at(int event) {
            long[] known = times == null ? block.times() : times;
            times = known;
            return known[event];
        }
    }
}
