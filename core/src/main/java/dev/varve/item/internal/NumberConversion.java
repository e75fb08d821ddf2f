package dev.varve.item.internal;

import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Converts DynamoDB's numbers to Java's; rejects a number that does not fit. */
final class NumberConversion {

    /** A {@code long} has at most this many digits. */
    private static final int LONG_DIGITS = 19;

    private NumberConversion() {}

    static byte toByte(@Nullable Value value) {
        return (byte) whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE, "byte");
    }

    static short toShort(@Nullable Value value) {
        return (short) whole(value, Short.MIN_VALUE, Short.MAX_VALUE, "short");
    }

    static int toInt(@Nullable Value value) {
        return (int) whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
    }

    static long toLong(@Nullable Value value) {
        return whole(value, Long.MIN_VALUE, Long.MAX_VALUE, "long");
    }

    /** Returns the nearest double; DynamoDB's range is within that of double. */
    static double toDouble(@Nullable Value value) {
        return decimal(value, "double").doubleValue();
    }

    /** Returns the nearest float; rejects a number that would become infinite or zero. */
    static float toFloat(@Nullable Value value) {
        BigDecimal decimal = decimal(value, "float");
        float number = decimal.floatValue();
        if (Float.isInfinite(number) || (number == 0 && decimal.signum() != 0)) {
            throw new MappingError(
                    "record.overflow",
                    "NUMBER %s does not fit into float, %s to %s: declare it double or BigDecimal"
                            .formatted(value, Float.MIN_VALUE, Float.MAX_VALUE));
        }
        return number;
    }

    static BigDecimal toBigDecimal(@Nullable Value value) {
        return decimal(value, "BigDecimal");
    }

    static BigInteger toBigInteger(@Nullable Value value) {
        BigDecimal decimal = decimal(value, "BigInteger");
        if (decimal.scale() > 0) {
            throw fraction(decimal, "BigInteger");
        }
        return decimal.toBigInteger();
    }

    static Num ofFloat(float number) {
        return Float.isFinite(number) ? Num.of(new BigDecimal(Float.toString(number))) : Num.of((double) number);
    }

    private static long whole(@Nullable Value value, long min, long max, String type) {
        BigDecimal decimal = decimal(value, type);
        if (decimal.scale() > 0) {
            throw fraction(decimal, type);
        }
        if (decimal.precision() - decimal.scale() <= LONG_DIGITS) {
            // Num keeps 870 as 87E1. With scale 0, BigDecimal converts to long without an intermediate BigInteger.
            BigDecimal plain = decimal.scale() == 0 ? decimal : decimal.setScale(0);
            if (plain.precision() < LONG_DIGITS || plain.toBigInteger().bitLength() < Long.SIZE) {
                long number = plain.longValue();
                if (number >= min && number <= max) {
                    return number;
                }
            }
        }
        throw new MappingError(
                "record.overflow",
                "NUMBER %s does not fit into %s, %s to %s: declare a wider type".formatted(value, type, min, max));
    }

    private static BigDecimal decimal(@Nullable Value value, String type) {
        if (value instanceof Num number) {
            return number.value();
        }
        throw value == null ? MappingError.missing() : MappingError.type(value, type, ValueType.NUMBER);
    }

    private static MappingError fraction(BigDecimal decimal, String type) {
        return new MappingError(
                "record.fraction",
                "NUMBER %s is not a whole number, but %s needs one: declare it double or BigDecimal"
                        .formatted(decimal.toPlainString(), type));
    }
}
