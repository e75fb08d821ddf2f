package dev.varve.rollup.internal;

import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.rollup.Measure;
import dev.varve.rollup.internal.definition.CarriedMeasure;
import dev.varve.rollup.internal.definition.ColumnAccumulator;
import dev.varve.rollup.internal.definition.CompiledRollup;
import dev.varve.rollup.internal.definition.EventColumn;
import dev.varve.rollup.internal.definition.EventRange;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The measures of one row, or of a part of it. */
final class RowCells {

    /** Keeps the places of the other measures. */
    private static final Measure.Accumulator NOTHING = new Measure.Accumulator() {
        @Override
        public void add(Value value, Value clock) {}

        @Override
        public void merge(Function<String, @Nullable Value> row) {}

        @Override
        public void write(BiConsumer<String, Value> row) {}
    };

    private long count;
    private final List<Measure.Accumulator> cells;

    private RowCells(List<Measure.Accumulator> cells) {
        this.cells = cells;
    }

    /** Starts a row of one identity, with all measures. */
    static RowCells ofSeries(CompiledRollup compiled) {
        return new RowCells(compiled.declared().measures().stream()
                .map(measure ->
                        measure instanceof CarriedMeasure carried ? carried.begin(compiled::clockOf) : measure.begin())
                .toList());
    }

    /** Starts a row of a group, or the portion of a row for one, without the measures that need the readings of one identity. */
    static RowCells ofGroup(CompiledRollup compiled) {
        return new RowCells(compiled.declared().measures().stream()
                .map(measure -> measure instanceof CarriedMeasure ? NOTHING : measure.begin())
                .toList());
    }

    /** Returns the number of events. */
    long count() {
        return count;
    }

    void add(Item event, RowFold.Fields fields) {
        count++;
        Value clock = event.value(fields.clock());
        for (int i = 0; i < cells.size(); i++) {
            Value value = event.value(fields.measured().get(i));
            if (value != null && clock != null) {
                cells.get(i).add(value, clock);
            }
        }
    }

    /**
     * Adds events column by column.
     *
     * @param measured the columns of each measure
     */
    void add(List<List<EventColumn>> measured, EventRange range) {
        count += range.size();
        for (int i = 0; i < cells.size(); i++) {
            ColumnAccumulator.add(cells.get(i), measured.get(i), range);
        }
    }

    void merge(Function<String, @Nullable Value> row) {
        count += row.apply(CompiledRollup.COUNT) instanceof Num number ? number.longValueExact() : 0;
        cells.forEach(cell -> cell.merge(row));
    }

    void write(BiConsumer<String, Value> row) {
        row.accept(CompiledRollup.COUNT, Num.of(count));
        cells.forEach(cell -> cell.write(row));
    }

    /** Writes only what {@link #merge} reads. */
    void writeMergeable(BiConsumer<String, Value> row) {
        row.accept(CompiledRollup.COUNT, Num.of(count));
        cells.forEach(cell -> ColumnAccumulator.writeMergeable(cell, row));
    }
}
