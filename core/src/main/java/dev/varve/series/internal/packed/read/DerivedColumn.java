package dev.varve.series.internal.packed.read;

import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.rollup.internal.definition.EventColumn;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A column that no block stores: the clock, or a part of the identity. Each event has a value. */
record DerivedColumn(IntFunction<Value> values) implements EventColumn {

    @Override
    public Kind kind() {
        return Kind.ANY;
    }

    @Override
    public @Nullable String entry() {
        return null;
    }

    @Override
    public boolean has(int event) {
        return true;
    }

    @Override
    public Value value(int event) {
        return values.apply(event);
    }

    @Override
    public double number(int event) {
        return ((Num) value(event)).doubleValue();
    }

    @Override
    public @Nullable Summary summary() {
        return null;
    }
}
