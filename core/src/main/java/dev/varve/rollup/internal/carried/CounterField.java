package dev.varve.rollup.internal.carried;

import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.rollup.internal.definition.CarriedReading;
import dev.varve.rollup.internal.definition.Elapsed;
import dev.varve.rollup.internal.definition.FieldStats;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The increase of a number that only grows, except when it begins again. */
public final class CounterField extends CarriedField<CounterField.Growth> {

    private static final String INNER_INCREASE = "innerIncrease";
    private static final String INNER_RESETS = "innerResets";
    private static final String INCREASE = "increase";
    private static final String RESETS = "resets";
    private static final String RATE = "rate";

    private final String innerIncrease = named(INNER_INCREASE);
    private final String innerResets = named(INNER_RESETS);
    public final String increase = named(INCREASE);
    public final String resets = named(RESETS);
    public final String rate = named(RATE);

    public CounterField(Subject subject, Duration within) {
        super(subject, within, "counter", List.of(INNER_INCREASE, INNER_RESETS), List.of(INCREASE, RESETS, RATE));
    }

    /** The growth over consecutive readings. */
    static final class Growth extends Stretch<Growth> {

        private final CounterField of;
        // Null after a row that lacks it was added, because no number can hold it.
        private @Nullable BigDecimal increase = BigDecimal.ZERO;
        private long resets;

        Growth(CounterField of, CarriedReading first, CarriedReading last) {
            super(first, last);
            this.of = of;
        }

        @Override
        Growth copy() {
            Growth copy = new Growth(of, first(), last());
            copy.add(this);
            return copy;
        }

        @Override
        void pass(CarriedReading one, CarriedReading next) {
            if (!of.isInReach(one, next)) {
                return;
            }
            BigDecimal after = ((Num) next.value()).value();
            BigDecimal step = after.subtract(((Num) one.value()).value());
            if (step.signum() < 0) {
                resets++;
                step = after.max(BigDecimal.ZERO);
            }
            increase = sum(increase, step);
        }

        @Override
        void add(Growth other) {
            increase = sum(increase, other.increase);
            resets += other.resets;
        }
    }

    @Override
    boolean takesEach(ValueType type) {
        return type == ValueType.NUMBER;
    }

    @Override
    @Nullable
    Value taken(Value value) {
        return value instanceof Num ? value : null;
    }

    @Override
    public String definition() {
        return "COUNTER (within %s) of %s".formatted(reach(), subject());
    }

    @Override
    Growth stretch(CarriedReading from, CarriedReading to) {
        return new Growth(this, from, to);
    }

    @Override
    void readInner(Growth into, Function<String, @Nullable Value> row) {
        into.increase = number(row, innerIncrease);
        into.resets = row.apply(innerResets) instanceof Num number ? number.longValueExact() : 0;
    }

    @Override
    void writeInner(Growth from, BiConsumer<String, Value> row) {
        write(innerIncrease, from.increase, row);
        row.accept(innerResets, Num.of(from.resets));
    }

    @Override
    public List<String> unstorable(Function<String, @Nullable Value> row) {
        return last(row) != null && row.apply(innerIncrease) == null ? List.of(innerIncrease) : List.of();
    }

    @Override
    public boolean holds(CarriedReading before, Instant start) {
        return false;
    }

    @Override
    public void complete(
            Function<String, @Nullable Value> row,
            @Nullable CarriedReading before,
            Elapsed elapsed,
            BiConsumer<String, Value> read) {
        Growth growth = read(row);
        if (growth == null) {
            return;
        }
        if (before != null) {
            growth.pass(before, growth.first());
        }
        write(increase, growth.increase, read);
        read.accept(resets, Num.of(growth.resets));
        BigDecimal seconds = elapsed.until().subtract(elapsed.from());
        if (growth.increase != null && seconds.signum() > 0) {
            write(rate, growth.increase.divide(seconds, FieldStats.DERIVED), read);
        }
    }
}
