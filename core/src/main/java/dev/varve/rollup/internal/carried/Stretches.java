package dev.varve.rollup.internal.carried;

import dev.varve.item.Value;
import dev.varve.item.ValueOrder;
import dev.varve.rollup.internal.definition.CarriedReading;
import dev.varve.rollup.internal.definition.ColumnAccumulator;
import dev.varve.rollup.internal.definition.EventColumn;
import dev.varve.rollup.internal.definition.EventRange;
import dev.varve.rollup.internal.definition.Seconds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The readings of a row, and those of the rows it is computed from, while it is computed. They are put in the order of their
 * clocks at the end, so that the order of additions does not matter. Between readings of one clock, the smaller value comes first.
 */
final class Stretches<S extends Stretch<S>> implements ColumnAccumulator {

    private static final Comparator<CarriedReading> ORDER =
            Comparator.comparing(CarriedReading::at).thenComparing(CarriedReading::value, ValueOrder::compareKeys);

    private final CarriedField<S> measure;
    private final Function<Value, Instant> clocks;
    private final List<CarriedReading> readings = new ArrayList<>();
    private final List<S> stretches = new ArrayList<>();

    Stretches(CarriedField<S> measure, Function<Value, Instant> clocks) {
        this.measure = measure;
        this.clocks = clocks;
    }

    @Override
    public void add(Value value, Value clock) {
        addReading(measure.takenOf(value), clock);
    }

    private void addReading(@Nullable Value taken, Value clock) {
        if (taken != null) {
            readings.add(new CarriedReading(Seconds.of(clocks.apply(clock)), taken));
        }
    }

    @Override
    public boolean addAll(List<EventColumn> columns, EventRange range) {
        List<EventColumn> own = columns.stream()
                .filter(column ->
                        Objects.equals(column.entry(), measure.subject().entry()))
                .toList();
        // The values of one event are in one column only, whatever their types.
        for (EventColumn column : own) {
            for (int event = range.from(); event < range.to(); event++) {
                if (column.has(event)) {
                    addReading(
                            measure.taken(column.value(event)), range.events().clock(event));
                }
            }
        }
        return true;
    }

    @Override
    public void merge(Function<String, @Nullable Value> row) {
        S stretch = measure.read(row);
        if (stretch != null) {
            stretches.add(stretch);
        }
    }

    @Override
    public void write(BiConsumer<String, Value> row) {
        S all = joined();
        if (all != null) {
            measure.write(all, row);
        }
    }

    private @Nullable S joined() {
        List<S> parts = new ArrayList<>(stretches);
        if (parts.isEmpty() && !readings.isEmpty()) {
            readings.sort(ORDER);
            S all = measure.stretch(readings.get(0), readings.get(0));
            readings.subList(1, readings.size()).forEach(all::append);
            return all;
        }
        readings.forEach(reading -> parts.add(measure.stretch(reading, reading)));
        if (parts.isEmpty()) {
            return null;
        }
        parts.sort(Comparator.comparing(Stretch::first, ORDER));
        S all = parts.get(0).copy();
        parts.subList(1, parts.size()).forEach(all::append);
        return all;
    }
}
