package dev.varve.item;

import dev.varve.error.Rejected;
import dev.varve.item.internal.Sizes;
import java.math.BigDecimal;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/**
 * A decimal number of at most 38 significant digits, compared by value: {@code 150} equals {@code 1.500e2}.
 */
public final class Num implements Value, Comparable<Num> {

    /** DynamoDB keeps at most 38 significant digits of a number. */
    public static final int MAX_DIGITS = 38;

    private static final int LONG_DIGITS = 19;

    /** BigDecimal.toString uses an exponent for numbers below this power of ten. */
    private static final int MIN_PLAIN_EXPONENT = -6;
    /** DynamoDB's largest magnitude is 9.99…E+125. */
    public static final int MAX_EXPONENT = 125;
    /** DynamoDB's smallest magnitude above zero is 1E-130. */
    public static final int MIN_EXPONENT = -130;

    private static final int FEW_DECIMALS = 6;
    private static final double FIFTEEN_DIGITS = 1e15;

    /** A decimal of this many digits is the shortest one of the double next to it. */
    private static final MathContext ALWAYS_EXACT = new MathContext(15);

    private static final int MIN_MANY_DIGITS = 16;
    private static final int MAX_MANY_DIGITS = 18;

    /** Powers of ten up to this one are exact doubles. */
    private static final int EXACT_POWER = 22;

    private static final double[] POWERS = new double[EXACT_POWER + 1];

    static {
        for (int i = 0; i <= EXACT_POWER; i++) {
            POWERS[i] = Double.parseDouble("1e" + i);
        }
    }

    private static final long MANTISSA = (1L << 52) - 1;
    private static final double CLEARLY_BELOW_HALF = 0.499;

    private static final Num ZERO = new Num(BigDecimal.ZERO);

    private final BigDecimal value;

    private Num(BigDecimal normal) {
        this.value = normal;
    }

    /** Returns the number with this value; rejects more digits or another magnitude than DynamoDB supports. */
    public static Num of(BigDecimal value) {
        if (value.signum() == 0) {
            return ZERO;
        }
        BigDecimal normal = value.stripTrailingZeros();
        if (normal.precision() > MAX_DIGITS) {
            throw new Rejected(
                    "item.number-digits",
                    "number %s has %s significant digits; the limit is %s: round it or store it as text"
                            .formatted(abbreviated(normal), normal.precision(), MAX_DIGITS));
        }
        long exponent = (long) normal.precision() - normal.scale() - 1;
        if (exponent > MAX_EXPONENT || exponent < MIN_EXPONENT) {
            throw new Rejected(
                    "item.number-magnitude",
                    "number %s is outside DynamoDB's range, 1E%s to 9.99E+%s: scale it or store it as text"
                            .formatted(abbreviated(normal), MIN_EXPONENT, MAX_EXPONENT));
        }
        return new Num(normal);
    }

    /** Returns the number with this value. */
    public static Num of(long value) {
        if (value % 10 != 0) {
            return new Num(BigDecimal.valueOf(value));
        }
        if (value == 0) {
            return ZERO;
        }
        long unscaled = value;
        int scale = 0;
        while (unscaled % 10 == 0) {
            unscaled /= 10;
            scale--;
        }
        return new Num(BigDecimal.valueOf(unscaled, scale));
    }

    /** Returns the shortest decimal that reads back as this double; rejects NaN and infinities. */
    public static Num of(double value) {
        if (value == (long) value && Math.abs(value) < FIFTEEN_DIGITS) {
            return of((long) value);
        }
        if (!Double.isFinite(value)) {
            throw new Rejected(
                    "item.number-not-finite",
                    value + " is not a number DynamoDB can store: leave the attribute out instead");
        }
        Num few = ofFewDecimals(value);
        return few != null ? few : of(shortest(value));
    }

    /** Before Java 19, Double.toString may return more digits than needed: 7.6632163132098202E18 for 7663216313209820000. */
    private static BigDecimal shortest(double value) {
        BigDecimal decimal = BigDecimal.valueOf(value);
        if (decimal.precision() > ALWAYS_EXACT.getPrecision()) {
            BigDecimal rounded = decimal.round(ALWAYS_EXACT);
            return rounded.doubleValue() == value ? rounded : decimal;
        }
        return decimal;
    }

    /*
     * Most readings have few decimals, and Double.toString is expensive. Below 2^53 both operands of the quotient are
     * exact, so the quotient is the double nearest to the decimal: if it equals the given double, the decimal reads
     * back as it. With fewer than 16 digits, no other decimal does. Fewer decimals are tried first, so there is no
     * trailing zero.
     */
    private static @Nullable Num ofFewDecimals(double value) {
        double power = 1;
        for (int scale = 1; scale <= FEW_DECIMALS; scale++) {
            power *= 10;
            double unscaled = Math.rint(value * power);
            if (Math.abs(unscaled) >= FIFTEEN_DIGITS) {
                return null;
            }
            if (unscaled / power == value) {
                return new Num(BigDecimal.valueOf((long) unscaled, scale));
            }
        }
        return null;
    }

    /** Returns the number written in this text, such as {@code -1.5e3}. */
    public static Num parse(String text) {
        try {
            return of(new BigDecimal(text));
        } catch (NumberFormatException e) {
            throw new Rejected("item.number-text", "\"%s\" is not a decimal number".formatted(text), e);
        }
    }

    /**
     * Returns the number {@code unscaled × 10^-scale} without checks, for decoders of a stored {@code Num}; it must be
     * in range and have no trailing zero.
     */
    public static Num ofNormal(long unscaled, int scale) {
        return unscaled == 0 ? ZERO : new Num(BigDecimal.valueOf(unscaled, scale));
    }

    /** Returns the value without trailing zeros. */
    public BigDecimal value() {
        return value;
    }

    /** Returns whether {@link #longValueExact} succeeds. */
    public boolean isLong() {
        return value.scale() <= 0
                && value.precision() - value.scale() <= LONG_DIGITS
                && value.toBigInteger().bitLength() < Long.SIZE;
    }

    /** Returns the value as a long; throws {@link ArithmeticException} if it does not fit. */
    public long longValueExact() {
        return value.longValueExact();
    }

    /** Returns the nearest double. */
    public double doubleValue() {
        int digits = value.precision();
        boolean isMany = digits >= MIN_MANY_DIGITS && digits <= MAX_MANY_DIGITS;
        return isMany && value.scale() > 0 && value.scale() <= EXACT_POWER
                ? ofManyDigits(value.unscaledValue().longValue(), POWERS[value.scale()])
                : value.doubleValue();
    }

    /*
     * BigDecimal converts numbers of more than 15 digits through their text, which is expensive. Here the quotient of two
     * doubles is corrected by its remainder, which is exact up to the lowest bits. Unless the result is close to the middle of two
     * doubles, it is the nearest one.
     */
    private double ofManyDigits(long unscaled, double power) {
        double high = unscaled;
        double quotient = high / power;
        double rest = (Math.fma(-quotient, power, high) + (unscaled - (long) high)) / power;
        double nearest = quotient + rest;
        double error = rest - (nearest - quotient);
        boolean isPowerOfTwo = (Double.doubleToRawLongBits(nearest) & MANTISSA) == 0;
        return !isPowerOfTwo && Math.abs(error) < Math.ulp(nearest) * CLEARLY_BELOW_HALF
                ? nearest
                : value.doubleValue();
    }

    /** Returns the exact sum; rejects a sum with more digits than DynamoDB supports. */
    public Num plus(Num other) {
        return of(value.add(other.value));
    }

    /**
     * Returns the text that is sent to DynamoDB: plain digits, or scientific notation if plain digits would be long.
     */
    public String text() {
        int exponent = value.precision() - value.scale() - 1;
        // For most numbers toString equals toPlainString, and it is faster because BigDecimal caches it.
        boolean isPlain = value.scale() >= 0 && exponent >= MIN_PLAIN_EXPONENT;
        return isPlain || Math.abs(exponent) >= MAX_DIGITS ? value.toString() : value.toPlainString();
    }

    @Override
    public ValueType type() {
        return ValueType.NUMBER;
    }

    @Override
    public int size() {
        return Sizes.number(value);
    }

    @Override
    public int compareTo(Num other) {
        return value.compareTo(other.value);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Num that && value.equals(that.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return text();
    }

    private static String abbreviated(BigDecimal value) {
        String text = value.toString();
        return text.length() <= 60 ? text : text.substring(0, 57) + "…";
    }
}
