package dev.varve.block.internal.number;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.stream.ColumnReader;
import dev.varve.block.internal.stream.ColumnWriter;
import dev.varve.block.internal.stream.PackedLongs;
import org.jspecify.annotations.Nullable;

/** Codes a column of doubles as decimals, binary fractions or their bits in order, whichever is smallest. */
public final class DoubleValues {

    private static final int KIND_BITS = 2;
    private static final int PLAIN = 0;
    private static final int SCALED = 1;
    private static final int ORDERED = 2;
    private static final int BINARY = 3;

    private static final int EXPONENT_BITS = 5;
    private static final int FEW_BITS = 24;
    private static final int ROUNDING_BITS = 2;

    private DoubleValues() {}

    /** Writes the values; returns them as decimals if they are, for their summary. */
    public static @Nullable DecimalFit encode(double[] values, ColumnWriter out) {
        DecimalFit fit = new DecimalSearch(values, out.effort()).best().orElse(null);
        if (fit == null || isLarge(fit, values.length)) {
            int digits = BinaryForm.digits(values);
            long[] ordered = ordered(values);
            long orderedBits = PackedLongs.bits(ordered);
            long bits = fit == null ? Long.MAX_VALUE : fit.bits();
            if (digits >= 0) {
                long[] mantissas = BinaryForm.mantissas(values, digits);
                long binaryBits = PackedLongs.bits(mantissas);
                if (binaryBits <= bits && binaryBits <= orderedBits) {
                    out.small(BINARY, KIND_BITS);
                    out.number(digits);
                    out.longs(mantissas);
                    return fit;
                }
            }
            if (orderedBits < bits) {
                out.small(ORDERED, KIND_BITS);
                out.longs(ordered);
                return fit;
            }
        }
        write(fit, values, out);
        return fit;
    }

    /** Returns whether another form may be smaller: decimals with few bits are not beaten. */
    private static boolean isLarge(DecimalFit fit, int count) {
        // The difference of two mantissas has at most a bit more than the larger one.
        return fit.largest() >= 1L << FEW_BITS - 1 && fit.bits() > (long) FEW_BITS * count;
    }

    private static void write(@Nullable DecimalFit fit, double[] values, ColumnWriter out) {
        if (fit == null) {
            throw new IllegalStateException("values without a form");
        }
        if (fit.isExact()) {
            out.small(PLAIN, KIND_BITS);
            out.small(fit.form().exponent(), EXPONENT_BITS);
            out.longs(fit.mantissas());
            return;
        }
        long[] corrections = fit.corrections();
        out.small(SCALED, KIND_BITS);
        out.small(fit.form().exponent(), EXPONENT_BITS);
        out.number(fit.form().divisor());
        out.small(fit.form().rounding().code(), ROUNDING_BITS);
        out.small(corrections == null ? 0 : 1, 1);
        out.number(fit.exceptions().length);
        out.longs(fit.mantissas());
        if (corrections != null) {
            out.longs(corrections);
        }
        int next = 0;
        for (int at : fit.exceptions()) {
            out.number(at - next);
            out.raw(Double.doubleToRawLongBits(values[at]));
            next = at + 1;
        }
    }

    private static long[] ordered(double[] values) {
        long[] ordered = new long[values.length];
        for (int i = 0; i < values.length; i++) {
            ordered[i] = DoubleBits.ordered(values[i]);
        }
        return ordered;
    }

    public static double[] decode(int count, ColumnReader in) {
        return switch (in.small(KIND_BITS)) {
            case PLAIN -> values(count, DecimalForm.plain(exponent(in)), in);
            case SCALED -> scaled(count, in);
            case ORDERED -> values(count, DoubleBits.FORM, in);
            default -> values(count, BinaryForm.of(in.count(BinaryForm.MAX_BITS, "the binary digits of a column")), in);
        };
    }

    private static double[] values(int count, NumberForm form, ColumnReader in) {
        DoubleArray values = new DoubleArray(form, count);
        in.longs(count, values);
        return values.values();
    }

    private static int exponent(ColumnReader in) {
        int exponent = in.small(EXPONENT_BITS);
        if (exponent > DecimalForm.MAX_DIGITS) {
            throw ByteReader.corrupt("%s digits after the point".formatted(exponent));
        }
        return exponent;
    }

    private static double[] scaled(int count, ColumnReader in) {
        int exponent = exponent(in);
        int divisor = in.count(DecimalForm.LARGEST_DIVISOR, "a divisor");
        if (divisor == 0) {
            throw ByteReader.corrupt("a divisor is 0");
        }
        DecimalForm form = new DecimalForm(divisor, exponent, DecimalForm.Rounding.of(in.small(ROUNDING_BITS)));
        boolean isCorrected = in.small(1) == 1;
        int exceptions = in.count(count, "the exceptions of a column");
        double[] values = values(count, form, in);
        if (isCorrected) {
            in.longs(count, new Corrections(values));
        }
        int at = -1;
        for (int i = 0; i < exceptions; i++) {
            at += 1 + in.count(count, "the place of an exception");
            if (at >= count) {
                throw ByteReader.corrupt("an exception outside of its column");
            }
            values[at] = Double.longBitsToDouble(in.raw());
        }
        return values;
    }
}
