package dev.varve.core.rollup;

import dev.varve.core.item.Num;
import dev.varve.core.item.Value;
import dev.varve.core.item.ValueType;
import dev.varve.core.table.Ordering;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of a number. Sums are decimals of 38 digits, as DynamoDB keeps them, so that they are exact for readings
 * as there are, whatever is added in which order.
 */
final class FieldStats implements Measure {

    private static final MathContext DIGITS = new MathContext(Num.MAX_DIGITS);
    /** What is derived, and never gone on with, has the digits of a double. */
    private static final MathContext DERIVED = new MathContext(17);

    private final String field;
    private final Set<Stat> stats;
    private final boolean hasBounds;
    private final boolean hasEnds;
    private final boolean hasDeviation;
    private final String count;
    private final String sum;
    private final String squares;
    private final String firstAt;
    private final String lastAt;

    FieldStats(String field, Set<Stat> wanted) {
        this.field = field;
        stats = EnumSet.copyOf(wanted);
        stats.add(Stat.COUNT);
        if (stats.contains(Stat.AVG) || stats.contains(Stat.STDDEV)) {
            stats.add(Stat.SUM);
        }
        hasBounds = stats.contains(Stat.MIN) || stats.contains(Stat.MAX);
        hasEnds = stats.contains(Stat.FIRST) || stats.contains(Stat.LAST);
        hasDeviation = stats.contains(Stat.STDDEV);
        count = Stat.COUNT.of(field);
        sum = Stat.SUM.of(field);
        squares = Stat.sumOfSquares(field);
        firstAt = Stat.FIRST.of(field) + "At";
        lastAt = Stat.LAST.of(field) + "At";
    }

    @Override
    public String field() {
        return field;
    }

    @Override
    public boolean takes(ValueType type) {
        return type == ValueType.NUMBER || stats.equals(EnumSet.of(Stat.COUNT));
    }

    @Override
    public List<String> attributes() {
        List<String> names = new ArrayList<>();
        for (Stat stat : stats) {
            names.add(stat.of(field));
            switch (stat) {
                case FIRST -> names.add(firstAt);
                case LAST -> names.add(lastAt);
                case STDDEV -> names.add(squares);
                default -> {}
            }
        }
        return names;
    }

    @Override
    public String definition() {
        return stats + " of " + field;
    }

    @Override
    public Accumulator begin() {
        return new Sums();
    }

    private final class Sums implements Accumulator {

        private long counted;
        private BigDecimal total = BigDecimal.ZERO;
        private BigDecimal squared = BigDecimal.ZERO;
        private @Nullable Value least;
        private @Nullable Value greatest;
        private @Nullable Value first;
        private @Nullable Value firstClock;
        private @Nullable Value last;
        private @Nullable Value lastClock;

        @Override
        public void add(Value value, Value clock) {
            counted++;
            if (!(value instanceof Num number)) {
                return;
            }
            total = total.add(number.value(), DIGITS);
            if (hasDeviation) {
                squared = squared.add(number.value().multiply(number.value()), DIGITS);
            }
            if (hasBounds) {
                bound(value, value);
            }
            if (hasEnds) {
                // Events come in the order of their keys, which tells those of one clock apart.
                end(value, clock, value, clock, false, true);
            }
        }

        @Override
        public void merge(Function<String, @Nullable Value> row) {
            long more = number(row, count).longValue();
            if (more == 0) {
                return;
            }
            counted += more;
            total = total.add(number(row, sum), DIGITS);
            squared = squared.add(number(row, squares), DIGITS);
            bound(row.apply(Stat.MIN.of(field)), row.apply(Stat.MAX.of(field)));
            end(
                    row.apply(Stat.FIRST.of(field)),
                    row.apply(firstAt),
                    row.apply(Stat.LAST.of(field)),
                    row.apply(lastAt),
                    isLess(row.apply(Stat.FIRST.of(field)), first),
                    isLess(last, row.apply(Stat.LAST.of(field))));
        }

        /** Rows of several series come in any order: of one clock, the lesser value is first and the greater last. */
        private static boolean isLess(@Nullable Value one, @Nullable Value other) {
            return one != null && other != null && Ordering.compareKeys(one, other) < 0;
        }

        private static BigDecimal number(Function<String, @Nullable Value> row, String attribute) {
            return row.apply(attribute) instanceof Num number ? number.value() : BigDecimal.ZERO;
        }

        private void bound(@Nullable Value low, @Nullable Value high) {
            if (low != null && (least == null || Ordering.compareKeys(low, least) < 0)) {
                least = low;
            }
            if (high != null && (greatest == null || Ordering.compareKeys(high, greatest) > 0)) {
                greatest = high;
            }
        }

        private void end(
                @Nullable Value early,
                @Nullable Value earlyClock,
                @Nullable Value late,
                @Nullable Value lateClock,
                boolean isFirstOfClock,
                boolean isLastOfClock) {
            int before = firstClock == null ? -1 : Ordering.compareKeys(earlyClock, firstClock);
            if (early != null && (before < 0 || (before == 0 && isFirstOfClock))) {
                first = early;
                firstClock = earlyClock;
            }
            int after = lastClock == null ? 1 : Ordering.compareKeys(lateClock, lastClock);
            if (late != null && (after > 0 || (after == 0 && isLastOfClock))) {
                last = late;
                lastClock = lateClock;
            }
        }

        @Override
        public void write(BiConsumer<String, Value> row) {
            for (Stat stat : stats) {
                Value value = value(stat);
                if (value != null) {
                    row.accept(stat.of(field), value);
                }
            }
            if (stats.contains(Stat.FIRST) && counted > 0) {
                row.accept(firstAt, Objects.requireNonNull(firstClock));
            }
            if (stats.contains(Stat.LAST) && counted > 0) {
                row.accept(lastAt, Objects.requireNonNull(lastClock));
            }
            if (stats.contains(Stat.STDDEV)) {
                row.accept(squares, Num.of(squared));
            }
        }

        private @Nullable Value value(Stat stat) {
            return switch (stat) {
                case COUNT -> Num.of(counted);
                case SUM -> Num.of(total);
                case MIN -> least;
                case MAX -> greatest;
                case AVG -> counted == 0 ? null : Num.of(total.divide(BigDecimal.valueOf(counted), DERIVED));
                case FIRST -> first;
                case LAST -> last;
                case STDDEV -> counted < 2 ? null : Num.of(deviation());
            };
        }

        private BigDecimal deviation() {
            BigDecimal squareOfSum = total.multiply(total).divide(BigDecimal.valueOf(counted), DIGITS);
            BigDecimal variance = squared.subtract(squareOfSum).divide(BigDecimal.valueOf(counted - 1), DIGITS);
            return variance.signum() <= 0 ? BigDecimal.ZERO : variance.sqrt(DERIVED);
        }
    }
}
