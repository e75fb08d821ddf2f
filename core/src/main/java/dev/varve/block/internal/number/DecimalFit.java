package dev.varve.block.internal.number;

import dev.varve.block.internal.stream.PackedLongs;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A column of doubles as decimals: mantissas, how far each double lies from its decimal, and those that are no decimals.
 *
 * <p>A value that is no decimal has the mantissa of its predecessor, and its bits are stored apart.
 */
public final class DecimalFit {

    /** The largest distance of a double from its decimal, in units of the last place. */
    static final int LARGEST_CORRECTION = 15;

    /** One exception among this many values is accepted. */
    private static final int VALUES_PER_EXCEPTION = 16;

    /** About what an exception takes. */
    private static final int EXCEPTION_BITS = 72;

    private final DecimalForm form;
    private final long[] mantissas;
    private final long @Nullable [] corrections;
    private final int[] exceptions;
    private long largest = -1;
    private long bits = -1;

    private DecimalFit(DecimalForm form, long[] mantissas, long @Nullable [] corrections, int[] exceptions) {
        this.form = form;
        this.mantissas = mantissas;
        this.corrections = corrections;
        this.exceptions = exceptions;
    }

    public DecimalForm form() {
        return form;
    }

    public long[] mantissas() {
        return mantissas;
    }

    /** Returns the distances in units of the last place, or null if all are 0. */
    long @Nullable [] corrections() {
        return corrections;
    }

    int[] exceptions() {
        return exceptions;
    }

    public boolean isExact() {
        return form.isPlain() && corrections == null && exceptions.length == 0;
    }

    /** Returns plain decimals, with more digits than given if a value needs them; null if too many values do not fit. */
    static @Nullable DecimalFit plain(double[] values, int digits) {
        int needed = digits;
        double scale = DecimalForm.plain(needed).scale();
        long[] mantissas = new long[values.length];
        long all = 0;
        for (int i = 0; i < values.length; i++) {
            double value = values[i];
            // Plus zero: there is no negative zero among mantissas.
            double mantissa = Math.rint(value * scale) + 0.0;
            mantissas[i] = (long) mantissa;
            all |= Math.abs(mantissas[i]);
            if (Math.abs(mantissa) < DecimalForm.LARGEST_MANTISSA && DoubleBits.same(mantissa / scale, value)) {
                continue;
            }
            int more = DecimalSearch.digits(values[i], needed);
            if (more > DecimalForm.MAX_DIGITS) {
                return of(values, DecimalForm.plain(needed), 0);
            }
            if (more > needed) {
                return plain(values, more);
            }
            return of(values, DecimalForm.plain(needed), 0);
        }
        DecimalFit fit = new DecimalFit(DecimalForm.plain(needed), mantissas, null, new int[0]);
        fit.largest = Long.highestOneBit(all) << 1;
        return fit;
    }

    /** Returns the values in a form, or null if too many of them do not fit. */
    static @Nullable DecimalFit of(double[] values, DecimalForm form, int largestCorrection) {
        long[] mantissas = new long[values.length];
        long[] corrections = new long[values.length];
        int[] exceptions = new int[values.length / VALUES_PER_EXCEPTION + 1];
        int excepted = 0;
        long anyCorrection = 0;
        long previous = 0;
        double scale = form.scale();
        for (int i = 0; i < values.length; i++) {
            // Plus zero: there is no negative zero among mantissas.
            double mantissa = Math.rint(values[i] * scale) + 0.0;
            long correction = DoubleBits.ordered(values[i]) - DoubleBits.ordered(form.rounded(mantissa / scale));
            if (Math.abs(mantissa) < DecimalForm.LARGEST_MANTISSA
                    && correction <= largestCorrection
                    && correction >= -largestCorrection) {
                previous = (long) mantissa;
                corrections[i] = correction;
                anyCorrection |= correction;
            } else if (excepted == exceptions.length) {
                return null;
            } else {
                exceptions[excepted++] = i;
            }
            mantissas[i] = previous;
        }
        return new DecimalFit(
                form, mantissas, anyCorrection != 0 ? corrections : null, Arrays.copyOf(exceptions, excepted));
    }

    static boolean isWithin(double value, DecimalForm form, int largestCorrection) {
        if (!form.fits(value)) {
            return false;
        }
        double decimal = form.value(form.mantissa(value));
        long distance = DoubleBits.ordered(value) - DoubleBits.ordered(decimal);
        return distance <= largestCorrection && distance >= -largestCorrection;
    }

    /** Returns a bound of all mantissas: the next power of two. */
    public long largest() {
        if (largest < 0) {
            long bits = 0;
            for (long mantissa : mantissas) {
                bits |= Math.abs(mantissa);
            }
            largest = Long.highestOneBit(bits) << 1;
        }
        return largest;
    }

    /** Returns about how many bits the column takes. */
    long bits() {
        if (bits < 0) {
            bits = PackedLongs.bits(mantissas)
                    + (long) exceptions.length * EXCEPTION_BITS
                    + (corrections == null ? 0 : PackedLongs.bits(corrections));
        }
        return bits;
    }
}
