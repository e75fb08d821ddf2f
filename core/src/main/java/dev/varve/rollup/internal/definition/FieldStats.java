package dev.varve.rollup.internal.definition;

import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.rollup.Measure;
import dev.varve.rollup.Stat;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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

    static final MathContext DIGITS = new MathContext(Num.MAX_DIGITS);
    /** Derived values (average, deviation) have double precision; they are never aggregated further. */
    public static final MathContext DERIVED = new MathContext(17);

    /** All integers of so many digits are longs. */
    private static final int LONG_DIGITS = 18;

    /** Numbers of 17 digits with such a scale are far from the limits of DynamoDB. */
    private static final int FEW_DIGITS = 60;

    private static final long MAX_QUICK_COUNT = 1_000_000_000;

    private static final long[] POWERS = new long[LONG_DIGITS + 1];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = POWERS[i - 1] * 10;
        }
    }

    final String field;
    final Set<Stat> stats;

    /** The statistics that rows are merged from; the others are derived from them. */
    final Set<Stat> mergeable;

    private final Map<Stat, String> names = new EnumMap<>(Stat.class);
    final boolean hasBounds;
    final boolean hasEnds;
    final boolean hasDeviation;
    final String count;
    final String sum;
    final String squares;
    final String firstAt;
    final String lastAt;

    public FieldStats(String field, Set<Stat> wanted) {
        this.field = field;
        stats = EnumSet.copyOf(wanted);
        for (Stat stat : Stat.values()) {
            names.put(stat, stat.of(field));
        }
        stats.add(Stat.COUNT);
        if (stats.contains(Stat.AVG) || stats.contains(Stat.STDDEV)) {
            stats.add(Stat.SUM);
        }
        mergeable = EnumSet.copyOf(stats);
        mergeable.remove(Stat.AVG);
        mergeable.remove(Stat.STDDEV);
        hasBounds = stats.contains(Stat.MIN) || stats.contains(Stat.MAX);
        hasEnds = stats.contains(Stat.FIRST) || stats.contains(Stat.LAST);
        hasDeviation = stats.contains(Stat.STDDEV);
        count = nameOf(Stat.COUNT);
        sum = nameOf(Stat.SUM);
        squares = Stat.sumOfSquares(field);
        firstAt = nameOf(Stat.FIRST) + "At";
        lastAt = nameOf(Stat.LAST) + "At";
    }

    /** Returns the attribute of a statistic in a row. */
    String nameOf(Stat stat) {
        return Objects.requireNonNull(names.get(stat));
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
        List<String> written = new ArrayList<>();
        for (Stat stat : stats) {
            written.add(nameOf(stat));
            switch (stat) {
                case FIRST -> written.add(firstAt);
                case LAST -> written.add(lastAt);
                case STDDEV -> written.add(squares);
                default -> {}
            }
        }
        return written;
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
            addMissing(row, nameOf(Stat.AVG), missing);
        }
        if (counted > 0 && hasDeviation) {
            addMissing(row, squares, missing);
        }
        if (counted > 1 && hasDeviation) {
            addMissing(row, nameOf(Stat.STDDEV), missing);
        }
        return missing;
    }

    private static void addMissing(Function<String, @Nullable Value> row, String attribute, List<String> missing) {
        if (row.apply(attribute) == null) {
            missing.add(attribute);
        }
    }

    static BigDecimal number(@Nullable Value value) {
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

    /** Returns the average as rows have it, or null if there is none. */
    public static @Nullable Num average(@Nullable BigDecimal sum, long count) {
        if (sum == null || count <= 0) {
            return null;
        }
        Num quick = quickAverage(sum, count);
        return quick != null ? quick : storable(sum.divide(BigDecimal.valueOf(count), DERIVED));
    }

    private static @Nullable Num quickAverage(BigDecimal sum, long count) {
        return sum.precision() > LONG_DIGITS
                ? null
                : quickAverage(sum.unscaledValue().longValue(), sum.scale(), count);
    }

    /**
     * Returns the average of a sum {@code total / 10^scale}, computed with longs, or null if they have no room for it. With
     * {@code k} further digits, the quotient has 17 digits: those of the whole quotient, and those of the remainder.
     */
    public static @Nullable Num quickAverage(long total, int totalScale, long count) {
        if (total <= -POWERS[LONG_DIGITS]
                || total >= POWERS[LONG_DIGITS]
                || Math.abs(totalScale) > FEW_DIGITS
                || count <= 0
                || count > MAX_QUICK_COUNT) {
            return null;
        }
        long whole = Math.abs(total) / count;
        if (whole == 0) {
            return null;
        }
        int digits = 1;
        while (digits < LONG_DIGITS && POWERS[digits] <= whole) {
            digits++;
        }
        int more = DERIVED.getPrecision() - digits;
        long rest = Math.abs(total) % count;
        if (more < 0 || rest > Long.MAX_VALUE / POWERS[more]) {
            return null;
        }
        long scaled = rest * POWERS[more];
        long quotient = whole * POWERS[more] + scaled / count;
        quotient += 2 * (scaled % count) >= count ? 1 : 0;
        int scale = totalScale + more;
        while (quotient % 10 == 0) {
            quotient /= 10;
            scale--;
        }
        return Num.ofNormal(total < 0 ? -quotient : quotient, scale);
    }

    /**
     * Returns the square root of a positive number, rounded to the digits of derived values: what {@link BigDecimal#sqrt} returns,
     * which takes twenty times as long. The number is scaled to an integer whose root has 17 digits.
     */
    static BigDecimal root(BigDecimal number) {
        int wanted = 2 * DERIVED.getPrecision();
        int scale = number.scale() + wanted - number.precision();
        int even = scale - (scale & 1);
        BigDecimal scaled = number.setScale(even, RoundingMode.DOWN);
        BigInteger[] root = scaled.unscaledValue().sqrtAndRemainder();
        int half = root[1].compareTo(root[0]);
        if (half == 0 && scaled.compareTo(number) != 0) {
            // Just at the border between two roots, the digits that were cut off decide.
            return number.sqrt(DERIVED);
        }
        return new BigDecimal(half > 0 ? root[0].add(BigInteger.ONE) : root[0], even / 2);
    }

    /**
     * Returns the sum, rounded to 38 digits. BigDecimal adds numbers of up to 18 digits as scaled longs, but only without a
     * MathContext: with one, each addition creates two BigIntegers. So the exact sum is rounded, in the rare case that it has
     * more digits.
     */
    public static BigDecimal sum(BigDecimal one, BigDecimal other) {
        BigDecimal exact = one.add(other);
        return exact.precision() <= Num.MAX_DIGITS ? exact : exact.round(DIGITS);
    }

    @Override
    public Accumulator begin() {
        return sums();
    }

    FieldSums sums() {
        return new FieldSums(this);
    }
}
