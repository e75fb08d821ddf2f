package dev.varve.rollup;

import dev.varve.item.Num;
import dev.varve.rollup.internal.carried.CarriedField.Subject;
import dev.varve.rollup.internal.carried.CounterField;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.OptionalDouble;

/**
 * The increase of a number that only grows, such as the reading of a meter. If it falls, it has begun again at zero, so the new
 * value is the increase.
 *
 * <p>The increase between two readings belongs to the bucket of the later one, across the borders of buckets. The first reading
 * of all has no increase.
 */
public final class Counter extends CarriedDeclaration {

    private static final Duration WITHIN = Duration.ofDays(366);

    private final CounterField counter;

    private Counter(CounterField counter) {
        super(counter);
        this.counter = counter;
    }

    /** Measures the increase of a component. */
    public static Counter of(String field) {
        return new Counter(new CounterField(new Subject(field, null), WITHIN));
    }

    /** Measures the increase of an entry of a component that is a map. Attributes are named after the entry. */
    public static Counter ofEntry(String map, String entry) {
        return new Counter(new CounterField(new Subject(map, entry), WITHIN));
    }

    /** Sets how old the reading before may be at most; an older one is not subtracted. Default and maximum: 366 days. */
    public Counter within(Duration age) {
        return new Counter(new CounterField(counter.subject(), reach("within", age)));
    }

    /** Returns the increase in a row; empty if the bucket has no reading. */
    public OptionalDouble increase(RollupRow row) {
        return number(row, counter.increase);
    }

    /** Returns the exact increase over several rows, which may be rows of several identities. */
    public BigDecimal total(Collection<RollupRow> rows) {
        return rows.stream()
                .map(row -> row.statistic(counter.increase) instanceof Num number ? number.value() : BigDecimal.ZERO)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /**
     * Returns the increase per second of the bucket, or of the part that has passed while it is open; empty if the bucket has no
     * reading.
     */
    public OptionalDouble rate(RollupRow row) {
        return number(row, counter.rate);
    }

    /** Returns how often the number fell. */
    public long resets(RollupRow row) {
        return whole(row, counter.resets);
    }
}
