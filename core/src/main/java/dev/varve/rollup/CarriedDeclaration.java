package dev.varve.rollup;

import dev.varve.internal.Durations;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.rollup.internal.definition.CarriedMeasure;
import dev.varve.rollup.internal.definition.CarriedReading;
import dev.varve.rollup.internal.definition.Elapsed;
import dev.varve.rollup.internal.definition.Seconds;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A measure that applications declare and read, around the one that computes it. */
abstract class CarriedDeclaration implements CarriedMeasure {

    /** The row before the first one of a query is searched for so long. */
    private static final Duration MAX_REACH = Duration.ofDays(366);

    private final CarriedMeasure by;

    CarriedDeclaration(CarriedMeasure by) {
        this.by = by;
    }

    static Duration reach(String what, Duration reach) {
        return Durations.positive("rollup.duration", what, reach, MAX_REACH);
    }

    static OptionalDouble number(RollupRow row, String attribute) {
        return row.statistic(attribute) instanceof Num number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }

    static long whole(RollupRow row, String attribute) {
        return row.statistic(attribute) instanceof Num number ? number.longValueExact() : 0;
    }

    static Duration duration(RollupRow row, String attribute) {
        return row.statistic(attribute) instanceof Num number ? Seconds.duration(number.value()) : Duration.ZERO;
    }

    @Override
    public final String field() {
        return by.field();
    }

    @Override
    public final boolean takes(ValueType type) {
        return by.takes(type);
    }

    @Override
    public final List<String> attributes() {
        return by.attributes();
    }

    @Override
    public final boolean mayWrite(String attribute) {
        return by.mayWrite(attribute);
    }

    @Override
    public final String definition() {
        return by.definition();
    }

    @Override
    public final Accumulator begin() {
        return by.begin();
    }

    @Override
    public final Accumulator begin(Function<Value, Instant> clocks) {
        return by.begin(clocks);
    }

    @Override
    public final List<String> unstorable(Function<String, @Nullable Value> row) {
        return by.unstorable(row);
    }

    @Override
    public final Duration reach() {
        return by.reach();
    }

    @Override
    public final @Nullable CarriedReading last(Function<String, @Nullable Value> row) {
        return by.last(row);
    }

    @Override
    public final boolean holds(CarriedReading before, Instant start) {
        return by.holds(before, start);
    }

    @Override
    public final void complete(
            Function<String, @Nullable Value> row,
            @Nullable CarriedReading before,
            Elapsed elapsed,
            BiConsumer<String, Value> read) {
        by.complete(row, before, elapsed, read);
    }

    @Override
    public final String toString() {
        return definition();
    }
}
