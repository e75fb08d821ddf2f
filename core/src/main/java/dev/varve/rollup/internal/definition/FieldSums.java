package dev.varve.rollup.internal.definition;

import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueOrder;
import dev.varve.rollup.Stat;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The statistics of one number while a row is computed. */
final class FieldSums implements ColumnAccumulator {

    /** Sums with so many digits before the point, and few after it, have room for the numbers of a column. */
    private static final int MAX_WHOLE_DIGITS = 30;

    private final FieldStats of;
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

    FieldSums(FieldStats of) {
        this.of = of;
    }

    @Override
    public void add(Value value, Value clock) {
        addValue(value);
        if (of.hasEnds && value instanceof Num) {
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
        if (of.hasDeviation) {
            squared = plus(squared, number.value().multiply(number.value()));
        }
        if (of.hasBounds) {
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
        if (of.hasEnds) {
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
                : DecimalSums.of(column, range, of.hasDeviation);
    }

    /** Adds all values at once; returns false, without adding anything, if a sum on the way might be rounded. */
    private boolean addSummary(EventColumn.@Nullable Summary all) {
        if (all == null || total == null || (of.hasDeviation && squared == null) || !isExact(total, all)) {
            return false;
        }
        BigDecimal more = of.hasDeviation && squared != null ? squared.add(all.sumOfSquares()) : squared;
        // Squares are not negative: no sum of some of them has more digits than that of all.
        if (more != null && more.precision() > Num.MAX_DIGITS) {
            return false;
        }
        counted += all.count();
        total = total.add(all.sum());
        squared = more;
        if (of.hasBounds) {
            bound(Num.of(all.min()), Num.of(all.max()));
        }
        return true;
    }

    /** Returns whether the numbers of a summary can be added to a sum, in any order, without rounding. */
    private static boolean isExact(BigDecimal sum, EventColumn.Summary all) {
        // 32,768 numbers below 10^15 are below 10^20.
        return Math.max(sum.scale(), all.sum().scale()) <= DecimalSums.MAX_SCALE
                && sum.precision() - sum.scale() <= MAX_WHOLE_DIGITS;
    }

    @Override
    public void merge(Function<String, @Nullable Value> row) {
        long more = FieldStats.number(row.apply(of.count)).longValue();
        if (more == 0) {
            return;
        }
        counted += more;
        total = plus(total, row.apply(of.sum) instanceof Num number ? number.value() : null);
        squared = plus(squared, row.apply(of.squares) instanceof Num number ? number.value() : null);
        bound(row.apply(of.nameOf(Stat.MIN)), row.apply(of.nameOf(Stat.MAX)));
        Value early = row.apply(of.nameOf(Stat.FIRST));
        Value late = row.apply(of.nameOf(Stat.LAST));
        end(early, row.apply(of.firstAt), late, row.apply(of.lastAt), isLess(early, first), isLess(last, late));
    }

    /**
     * Decides between values of one clock, because rows of several identities arrive in any order: the smaller
     * value is first and the greater last.
     */
    private static boolean isLess(@Nullable Value one, @Nullable Value other) {
        return one != null && other != null && ValueOrder.compareKeys(one, other) < 0;
    }

    private static @Nullable BigDecimal plus(@Nullable BigDecimal one, @Nullable BigDecimal other) {
        return one == null || other == null ? null : FieldStats.sum(one, other);
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
        write(of.stats, row);
    }

    @Override
    public void writeMergeable(BiConsumer<String, Value> row) {
        write(of.mergeable, row);
    }

    private void write(Set<Stat> stats, BiConsumer<String, Value> row) {
        for (Stat stat : stats) {
            Value value = value(stat);
            if (value != null) {
                row.accept(of.nameOf(stat), value);
            }
        }
        if (of.stats.contains(Stat.FIRST) && counted > 0) {
            row.accept(of.firstAt, Objects.requireNonNull(firstClock));
        }
        if (of.stats.contains(Stat.LAST) && counted > 0) {
            row.accept(of.lastAt, Objects.requireNonNull(lastClock));
        }
        Num storedSquares = of.hasDeviation ? FieldStats.storable(squared) : null;
        if (storedSquares != null) {
            row.accept(of.squares, storedSquares);
        }
    }

    private @Nullable Value value(Stat stat) {
        return switch (stat) {
            case COUNT -> Num.of(counted);
            case SUM -> FieldStats.storable(total);
            case MIN -> least;
            case MAX -> greatest;
            case AVG -> FieldStats.average(total, counted);
            case FIRST -> first;
            case LAST -> last;
            case STDDEV -> FieldStats.storable(deviation());
        };
    }

    private @Nullable BigDecimal deviation() {
        if (total == null || squared == null || counted < 2) {
            return null;
        }
        BigDecimal squareOfSum = total.multiply(total).divide(BigDecimal.valueOf(counted), FieldStats.DIGITS);
        BigDecimal variance = squared.subtract(squareOfSum).divide(BigDecimal.valueOf(counted - 1), FieldStats.DIGITS);
        return variance.signum() <= 0 ? BigDecimal.ZERO : FieldStats.root(variance);
    }
}
