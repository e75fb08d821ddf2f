package dev.varve.rollup.internal.definition;

import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueOrder;
import dev.varve.item.ValueType;
import dev.varve.rollup.Measure;
import dev.varve.rollup.Stat;
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
 * The statistics of a number. Sums are decimals of 38 digits, as in DynamoDB, so they are exact for ordinary readings,
 * in any order of addition.
 *
 * <p>A statistic that is too large or too small for a DynamoDB number is left out of the row. A row computed from rows
 * that lack a sum lacks it too, and everything derived from it.
 */
public final class FieldStats implements Measure {

    private static final MathContext DIGITS = new MathContext(Num.MAX_DIGITS);
    /** Derived values (average, deviation) have double precision; they are never aggregated further. */
    private static final MathContext DERIVED = new MathContext(17);

    /** Sums with so many digits before the point, and few after it, have room for the numbers of a column. */
    private static final int MAX_WHOLE_DIGITS = 30;

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

    public FieldStats(String field, Set<Stat> wanted) {
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
    public List<String> unstorable(Function<String, @Nullable Value> row) {
        long counted = number(row.apply(count)).longValue();
        List<String> missing = new ArrayList<>();
        if (counted > 0 && stats.contains(Stat.SUM)) {
            addMissing(row, sum, missing);
        }
        if (counted > 0 && stats.contains(Stat.AVG)) {
            addMissing(row, Stat.AVG.of(field), missing);
        }
        if (counted > 0 && hasDeviation) {
            addMissing(row, squares, missing);
        }
        if (counted > 1 && hasDeviation) {
            addMissing(row, Stat.STDDEV.of(field), missing);
        }
        return missing;
    }

    private static void addMissing(Function<String, @Nullable Value> row, String attribute, List<String> missing) {
        if (row.apply(attribute) == null) {
            missing.add(attribute);
        }
    }

    private static BigDecimal number(@Nullable Value value) {
        return value instanceof Num number ? number.value() : BigDecimal.ZERO;
    }

    /** Returns a value as stored, or null if it is not known or no DynamoDB number can hold it. */
    public static @Nullable Num storable(@Nullable BigDecimal value) {
        if (value == null || value.signum() == 0) {
            return value == null ? null : Num.of(0);
        }
        long exponent = (long) value.precision() - value.scale() - 1;
        return exponent > Num.MAX_EXPONENT || exponent < Num.MIN_EXPONENT ? null : Num.of(value);
    }

    /**
     * Returns the sum, rounded to 38 digits. BigDecimal adds numbers of up to 18 digits as scaled longs, but only without a
     * MathContext: with one, each addition creates two BigIntegers. So the exact sum is rounded, in the rare case that it has
     * more digits.
     */
    static BigDecimal sum(BigDecimal one, BigDecimal other) {
        BigDecimal exact = one.add(other);
        return exact.precision() <= Num.MAX_DIGITS ? exact : exact.round(DIGITS);
    }

    /** Returns whether the numbers of a summary can be added to a sum, in any order, without rounding. */
    private static boolean isExact(BigDecimal sum, EventColumn.Summary all) {
        // 32,768 numbers below 10^15 are below 10^20.
        return Math.max(sum.scale(), all.sum().scale()) <= DecimalSums.MAX_SCALE
                && sum.precision() - sum.scale() <= MAX_WHOLE_DIGITS;
    }

    @Override
    public Accumulator begin() {
        return sums();
    }

    Sums sums() {
        return new Sums();
    }

    final class Sums implements ColumnAccumulator {

        private long counted;
        // Null after a row that lacks it was added.
        private @Nullable BigDecimal total = BigDecimal.ZERO;
        private @Nullable BigDecimal squared = BigDecimal.ZERO;
        private @Nullable Value least;
        private @Nullable Value greatest;
        private @Nullable Value first;
        private @Nullable Value firstClock;
        private @Nullable Value last;
        private @Nullable Value lastClock;

        @Override
        public void add(Value value, Value clock) {
            addValue(value);
            if (hasEnds && value instanceof Num) {
                // Events arrive in the order of their keys, which decides between events of one clock.
                end(value, clock, value, clock, false, true);
            }
        }

        /** Adds a value to everything but the first and the last one. */
        private void addValue(Value value) {
            counted++;
            if (!(value instanceof Num number)) {
                return;
            }
            total = plus(total, number.value());
            if (hasDeviation) {
                squared = plus(squared, number.value().multiply(number.value()));
            }
            if (hasBounds) {
                bound(value, value);
            }
        }

        @Override
        public boolean addAll(List<EventColumn> columns, EventRange range) {
            if (columns.size() != 1 || columns.get(0).entry() != null) {
                return columns.isEmpty();
            }
            return addColumn(columns.get(0), range);
        }

        /** Adds the values of a column; returns false, without adding anything, if it needs one event at a time. */
        boolean addColumn(EventColumn column, EventRange range) {
            switch (column.kind()) {
                case ANY -> {
                    return false;
                }
                case NOT_NUMBERS -> counted += range.count(column);
                case DOUBLES, DECIMALS -> addNumbers(column, range);
            }
            return true;
        }

        private void addNumbers(EventColumn column, EventRange range) {
            if (!range.hasAny(column)) {
                return;
            }
            if (!addSummary(summary(column, range))) {
                for (int event = range.from(); event < range.to(); event++) {
                    if (column.has(event)) {
                        addValue(column.value(event));
                    }
                }
            }
            if (hasEnds) {
                int early = range.first(column);
                int late = range.last(column);
                EventColumns events = range.events();
                end(column.value(early), events.clock(early), column.value(late), events.clock(late), false, true);
            }
        }

        private EventColumn.@Nullable Summary summary(EventColumn column, EventRange range) {
            EventColumn.Summary known = range.isAll() ? column.summary() : null;
            return known != null || column.kind() != EventColumn.Kind.DOUBLES
                    ? known
                    : DecimalSums.of(column, range, hasDeviation);
        }

        /** Adds all values at once; returns false, without adding anything, if a sum on the way might be rounded. */
        private boolean addSummary(EventColumn.@Nullable Summary all) {
            if (all == null || total == null || squared == null || !isExact(total, all)) {
                return false;
            }
            BigDecimal squares = hasDeviation ? squared.add(all.sumOfSquares()) : squared;
            // Squares are not negative: no sum of some of them has more digits than that of all.
            if (squares.precision() > Num.MAX_DIGITS) {
                return false;
            }
            counted += all.count();
            total = total.add(all.sum());
            squared = squares;
            if (hasBounds) {
                bound(Num.of(all.min()), Num.of(all.max()));
            }
            return true;
        }

        @Override
        public void merge(Function<String, @Nullable Value> row) {
            long more = number(row.apply(count)).longValue();
            if (more == 0) {
                return;
            }
            counted += more;
            total = plus(total, row.apply(sum) instanceof Num number ? number.value() : null);
            squared = plus(squared, row.apply(squares) instanceof Num number ? number.value() : null);
            bound(row.apply(Stat.MIN.of(field)), row.apply(Stat.MAX.of(field)));
            end(
                    row.apply(Stat.FIRST.of(field)),
                    row.apply(firstAt),
                    row.apply(Stat.LAST.of(field)),
                    row.apply(lastAt),
                    isLess(row.apply(Stat.FIRST.of(field)), first),
                    isLess(last, row.apply(Stat.LAST.of(field))));
        }

        /**
         * Decides between values of one clock, because rows of several identities arrive in any order: the smaller
         * value is first and the greater last.
         */
        private static boolean isLess(@Nullable Value one, @Nullable Value other) {
            return one != null && other != null && ValueOrder.compareKeys(one, other) < 0;
        }

        private static @Nullable BigDecimal plus(@Nullable BigDecimal one, @Nullable BigDecimal other) {
            return one == null || other == null ? null : sum(one, other);
        }

        private void bound(@Nullable Value low, @Nullable Value high) {
            if (low != null && (least == null || ValueOrder.compareKeys(low, least) < 0)) {
                least = low;
            }
            if (high != null && (greatest == null || ValueOrder.compareKeys(high, greatest) > 0)) {
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
            int before = firstClock == null ? -1 : ValueOrder.compareKeys(earlyClock, firstClock);
            if (early != null && (before < 0 || (before == 0 && isFirstOfClock))) {
                first = early;
                firstClock = earlyClock;
            }
            int after = lastClock == null ? 1 : ValueOrder.compareKeys(lateClock, lastClock);
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
            Num storedSquares = hasDeviation ? storable(squared) : null;
            if (storedSquares != null) {
                row.accept(squares, storedSquares);
            }
        }

        private @Nullable Value value(Stat stat) {
            return switch (stat) {
                case COUNT -> Num.of(counted);
                case SUM -> storable(total);
                case MIN -> least;
                case MAX -> greatest;
                case AVG -> storable(average());
                case FIRST -> first;
                case LAST -> last;
                case STDDEV -> storable(deviation());
            };
        }

        private @Nullable BigDecimal average() {
            return total == null || counted == 0 ? null : total.divide(BigDecimal.valueOf(counted), DERIVED);
        }

        private @Nullable BigDecimal deviation() {
            if (total == null || squared == null || counted < 2) {
                return null;
            }
            BigDecimal squareOfSum = total.multiply(total).divide(BigDecimal.valueOf(counted), DIGITS);
            BigDecimal variance = squared.subtract(squareOfSum).divide(BigDecimal.valueOf(counted - 1), DIGITS);
            return variance.signum() <= 0 ? BigDecimal.ZERO : variance.sqrt(DERIVED);
        }
    }
}
