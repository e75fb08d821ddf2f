package dev.varve.rollup.internal.definition;

import dev.varve.item.Num;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Figures of doubles that are decimals of at most 15 digits with few of them after the point, computed with longs.
 *
 * <p>Below 2^53 both operands of {@code mantissa / 10^scale} are exact, so the quotient is the double nearest to the decimal.
 * With fewer than 16 digits, no other decimal has the same nearest double: it is the one that {@link Num#of(double)} returns.
 */
final class DecimalSums {

    /** The most digits after the point. */
    static final int MAX_SCALE = 6;

    /** Mantissas are smaller: they have at most 15 digits. */
    private static final double MAX_MANTISSA = 1e15;

    private static final double[] POWERS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6};

    private final EventColumn column;
    private final EventRange range;
    private int scale;
    private double least = Double.POSITIVE_INFINITY;
    private double greatest = Double.NEGATIVE_INFINITY;
    private int count;

    private DecimalSums(EventColumn column, EventRange range) {
        this.column = column;
        this.range = range;
    }

    /** Returns the figures of the values of some events, or null if some value is not such a decimal. */
    static EventColumn.@Nullable Summary of(EventColumn column, EventRange range, boolean wantsSquares) {
        DecimalSums sums = new DecimalSums(column, range);
        return sums.findScale() ? sums.summary(wantsSquares) : null;
    }

    /** Finds the least number of digits after the point that all values have; returns false if there are too many. */
    private boolean findScale() {
        double power = 1;
        for (int event = range.from(); event < range.to(); event++) {
            if (!column.has(event)) {
                continue;
            }
            double value = column.number(event);
            while (!isDecimal(value, power)) {
                if (++scale > MAX_SCALE) {
                    return false;
                }
                power = POWERS[scale];
            }
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
            count++;
        }
        // Values that came before the scale grew have more digits now.
        return count > 0 && isDecimal(least, power) && isDecimal(greatest, power);
    }

    private static boolean isDecimal(double value, double power) {
        double mantissa = Math.rint(value * power);
        return Math.abs(mantissa) < MAX_MANTISSA && mantissa / power == value;
    }

    private EventColumn.@Nullable Summary summary(boolean wantsSquares) {
        double power = POWERS[scale];
        double largest = Math.rint(Math.max(Math.abs(least), Math.abs(greatest)) * power);
        if (largest * count >= Long.MAX_VALUE) {
            return null;
        }
        // Rounded up, so that a product that seems to fit does.
        boolean areSquaresLong = largest * largest * count * 1.001 < Long.MAX_VALUE;
        long sum = 0;
        long squares = 0;
        BigInteger large = BigInteger.ZERO;
        for (int event = range.from(); event < range.to(); event++) {
            if (column.has(event)) {
                long mantissa = (long) Math.rint(column.number(event) * power);
                sum += mantissa;
                if (areSquaresLong) {
                    squares += mantissa * mantissa;
                } else if (wantsSquares) {
                    large = large.add(BigInteger.valueOf(mantissa).pow(2));
                }
            }
        }
        return new EventColumn.Summary(
                count,
                decimal(least, power),
                decimal(greatest, power),
                BigDecimal.valueOf(sum, scale),
                areSquaresLong ? BigDecimal.valueOf(squares, 2 * scale) : new BigDecimal(large, 2 * scale));
    }

    private BigDecimal decimal(double value, double power) {
        return BigDecimal.valueOf((long) Math.rint(value * power), scale);
    }
}
