package dev.varve.rollup.internal.carried;

import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.rollup.internal.definition.CarriedReading;
import dev.varve.rollup.internal.definition.Elapsed;
import dev.varve.rollup.internal.definition.FieldStats;
import dev.varve.rollup.internal.definition.Seconds;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The average of a number over time: each reading holds until the next one. */
public final class LevelField extends CarriedField<LevelField.Area> {

    private static final String INNER_INTEGRAL = "innerIntegral";
    private static final String INNER_KNOWN = "innerKnown";
    private static final String INTEGRAL = "integral";
    private static final String KNOWN = "known";
    private static final String AVERAGE = "timeAvg";

    private final String innerIntegral = named(INNER_INTEGRAL);
    private final String innerKnown = named(INNER_KNOWN);
    public final String integral = named(INTEGRAL);
    public final String known = named(KNOWN);
    public final String average = named(AVERAGE);

    public LevelField(Subject subject, Duration holds) {
        super(subject, holds, "level", List.of(INNER_INTEGRAL, INNER_KNOWN), List.of(INTEGRAL, KNOWN, AVERAGE));
    }

    /** The area under consecutive readings. */
    static final class Area extends Stretch<Area> {

        private final LevelField of;
        // Null after a row that lacks it was added, because no number can hold it.
        private @Nullable BigDecimal integral = BigDecimal.ZERO;
        private BigDecimal known = BigDecimal.ZERO;

        Area(LevelField of, CarriedReading first, CarriedReading last) {
            super(first, last);
            this.of = of;
        }

        @Override
        Area copy() {
            Area copy = new Area(of, first(), last());
            copy.add(this);
            return copy;
        }

        @Override
        void pass(CarriedReading one, CarriedReading next) {
            hold(one, of.held(one, one.at(), next.at()));
        }

        void hold(CarriedReading reading, BigDecimal seconds) {
            integral = sum(integral, ((Num) reading.value()).value().multiply(seconds));
            known = known.add(seconds);
        }

        @Override
        void add(Area other) {
            integral = sum(integral, other.integral);
            known = known.add(other.known);
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
        return "TIME-WEIGHTED (holds %s) of %s".formatted(reach(), subject());
    }

    @Override
    Area stretch(CarriedReading from, CarriedReading to) {
        return new Area(this, from, to);
    }

    @Override
    void readInner(Area into, Function<String, @Nullable Value> row) {
        into.integral = number(row, innerIntegral);
        into.known = row.apply(innerKnown) instanceof Num number ? number.value() : BigDecimal.ZERO;
    }

    @Override
    void writeInner(Area from, BiConsumer<String, Value> row) {
        write(innerIntegral, from.integral, row);
        row.accept(innerKnown, Num.of(from.known));
    }

    @Override
    public List<String> unstorable(Function<String, @Nullable Value> row) {
        return last(row) != null && row.apply(innerIntegral) == null ? List.of(innerIntegral) : List.of();
    }

    @Override
    public boolean holds(CarriedReading before, Instant start) {
        return before.at().add(limit).compareTo(Seconds.of(start)) > 0;
    }

    @Override
    public void complete(
            Function<String, @Nullable Value> row,
            @Nullable CarriedReading before,
            Elapsed elapsed,
            BiConsumer<String, Value> read) {
        Area inner = read(row);
        CarriedReading any = inner == null ? before : inner.first();
        if (any == null) {
            return;
        }
        Area area = new Area(this, any, any);
        if (before != null) {
            BigDecimal end = inner == null ? elapsed.until() : inner.first().at();
            area.hold(before, held(before, elapsed.from(), end));
        }
        if (inner != null) {
            area.add(inner);
            area.hold(inner.last(), held(inner.last(), elapsed.from(), elapsed.until()));
        }
        if (inner == null && area.known.signum() == 0) {
            return;
        }
        write(integral, area.integral, read);
        read.accept(known, Num.of(area.known));
        if (area.integral != null && area.known.signum() > 0) {
            write(average, area.integral.divide(area.known, FieldStats.DERIVED), read);
        }
    }
}
