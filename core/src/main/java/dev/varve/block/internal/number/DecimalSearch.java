package dev.varve.block.internal.number;

import dev.varve.block.internal.number.DecimalForm.Rounding;
import dev.varve.block.internal.stream.Effort;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds out which decimals a column of doubles comes from. */
final class DecimalSearch {

    /** Means of this many samples are recognised. */
    private static final int[] DIVISORS = {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 24, 30, 36, 48, 60};

    private static final int SCALED_DIGITS = 9;
    private static final List<DecimalForm> SCALES = scales();

    /** So many forms that suit the samples are tried on the whole column. */
    private static final int MAX_TRIALS = 5;

    /** The same for {@link Effort#FAST}: trials take most of the time of a column that has no simple form. */
    private static final int MAX_FAST_TRIALS = 1;

    /** The samples that are added at most, one after each trial of four searches. */
    private static final int MAX_ADDED = 4 * MAX_TRIALS;

    private static final int SAMPLES_PER_MISFIT = 16;

    private static final int SAMPLES = 64;

    /** A float has 9 significant digits at most. */
    private static final int FLOAT_DIGITS = 9;

    /** Plain decimals with smaller mantissas are taken without a look at other forms. */
    private static final long CLEAR = 1L << 32;

    /** Corrected mantissas must be smaller: larger ones fit any double by chance. */
    private static final double LARGEST_CORRECTED = 1L << 37;

    /** How far a scaled value may be from its mantissa: as much as a float loses. */
    private static final double NEAR = 1.0 / (1 << 22);

    /** The same for values that were never floats: 2^-46, a little more than 15 digits. */
    private static final double NEARER = NEAR / (1 << 24);

    private static final double[] NONE = {};

    private final double[] values;
    private final Effort effort;
    private double[] samples = NONE;
    private final Map<DecimalForm, Optional<DecimalFit>> corrected = new HashMap<>();
    private @Nullable List<DecimalForm> near;

    private static List<DecimalForm> scales() {
        List<DecimalForm> scales = new ArrayList<>();
        for (int digits = 0; digits <= SCALED_DIGITS; digits++) {
            for (int divisor : DIVISORS) {
                scales.add(new DecimalForm(divisor, digits, Rounding.NONE));
            }
        }
        scales.sort(Comparator.comparingDouble(DecimalForm::scale));
        return List.copyOf(scales);
    }

    DecimalSearch(double[] values, Effort effort) {
        this.values = values;
        this.effort = effort;
    }

    /** Returns values from all parts of the column; a value that stays the same counts once. */
    private static double[] samples(double[] values) {
        int step = Math.max(1, values.length / SAMPLES);
        double[] samples = new double[SAMPLES];
        int size = 0;
        for (int i = 0; i < values.length && size < SAMPLES; i += step) {
            if (Double.isFinite(values[i]) && (size == 0 || values[i] != samples[size - 1])) {
                samples[size++] = values[i];
            }
        }
        return Arrays.copyOf(samples, size);
    }

    /** Returns the form that makes the column smallest, or empty if none fits. */
    Optional<DecimalFit> best() {
        DecimalFit plain = plain();
        if (plain != null && plain.largest() < CLEAR) {
            return Optional.of(plain);
        }
        samples = samples(values);
        if (samples.length == 0) {
            return Optional.empty();
        }
        DecimalFit best = smaller(plain, isFloat() ? floats() : null);
        if (best == null || best.largest() >= CLEAR) {
            DecimalFit scaled = scaled(Rounding.NONE);
            best = smaller(best, scaled);
            if (scaled == null || scaled.exceptions().length > 0) {
                best = smaller(best, scaled(Rounding.DIGITS_15));
            } else {
                DecimalForm printed =
                        new DecimalForm(scaled.form().divisor(), scaled.form().exponent(), Rounding.DIGITS_15);
                best = suits(printed, 0, 0) ? smaller(best, DecimalFit.of(values, printed, 0)) : best;
            }
        }
        return Optional.ofNullable(best);
    }

    private static @Nullable DecimalFit smaller(@Nullable DecimalFit one, @Nullable DecimalFit other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return other.bits() < one.bits() ? other : one;
    }

    /** Returns plain decimals with as many digits as the samples need, or a few more for other values; null if there are none. */
    private @Nullable DecimalFit plain() {
        int digits = 0;
        int step = Math.max(1, values.length / SAMPLES);
        int size = 0;
        double last = 0;
        // The values of samples(), without an array for them: most columns are plain.
        for (int i = 0; i < values.length && size < SAMPLES; i += step) {
            double value = values[i];
            if (Double.isFinite(value) && (size == 0 || value != last)) {
                digits = digits(value, digits);
                if (digits > DecimalForm.MAX_DIGITS) {
                    return null;
                }
                last = value;
                size++;
            }
        }
        return size > 0 ? DecimalFit.plain(values, digits) : null;
    }

    /** Returns the digits after the point that a value needs, from {@code digits} on; too many if it needs more. */
    static int digits(double value, int digits) {
        int needed = digits;
        while (needed <= DecimalForm.MAX_DIGITS) {
            DecimalForm form = DecimalForm.plain(needed);
            if (!form.fits(value)) {
                break;
            }
            if (DoubleBits.same(form.value(form.mantissa(value)), value)) {
                return needed;
            }
            needed++;
        }
        // Negative zero has no digits at all, and is an exception of the column.
        return value == 0 ? digits : DecimalForm.MAX_DIGITS + 1;
    }

    private boolean isFloat() {
        for (double sample : samples) {
            if ((double) (float) sample != sample) {
                return false;
            }
        }
        return true;
    }

    private @Nullable DecimalFit floats() {
        for (int digits = 0; digits <= FLOAT_DIGITS; digits++) {
            DecimalForm form = new DecimalForm(1, digits, Rounding.FLOAT);
            if (suits(form, 0, samples.length / SAMPLES_PER_MISFIT)) {
                return DecimalFit.of(values, form, 0);
            }
        }
        return null;
    }

    /** Returns the smallest scale that suits all samples or, if there is none, almost all. */
    private @Nullable DecimalFit scaled(Rounding rounding) {
        DecimalFit best = scaled(rounding, 0);
        return effort == Effort.FAST || best != null && best.exceptions().length == 0
                ? best
                : smaller(best, scaled(rounding, samples.length / SAMPLES_PER_MISFIT));
    }

    private @Nullable DecimalFit scaled(Rounding rounding, int misfits) {
        DecimalFit best = null;
        int trials = 0;
        int maxTrials = effort == Effort.FAST ? MAX_FAST_TRIALS : MAX_TRIALS;
        // By size of the scale: the first that suits has the smallest mantissas.
        for (DecimalForm scale : rounding == Rounding.NONE && misfits == 0 ? SCALES : nearScales()) {
            DecimalForm form = new DecimalForm(scale.divisor(), scale.exponent(), rounding);
            if (suits(form, DecimalFit.LARGEST_CORRECTION, misfits)) {
                DecimalFit fit = corrected(form);
                best = smaller(best, fit);
                if (fit != null && fit.exceptions().length == 0 || ++trials == maxTrials) {
                    return best;
                }
                addMisfit(form);
            }
        }
        return best;
    }

    /** Returns the values in a form, which may be asked for again. */
    private @Nullable DecimalFit corrected(DecimalForm form) {
        return corrected
                .computeIfAbsent(
                        form, any -> Optional.ofNullable(DecimalFit.of(values, form, DecimalFit.LARGEST_CORRECTION)))
                .orElse(null);
    }

    /**
     * Returns the scales that almost all samples are near to. No other can suit; columns that the first search did not find a
     * form for have few or none.
     */
    private List<DecimalForm> nearScales() {
        if (near == null) {
            // Samples may be added, and with them misfits.
            int most = (samples.length + MAX_ADDED) / SAMPLES_PER_MISFIT;
            near = new ArrayList<>();
            for (DecimalForm scale : SCALES) {
                if (isNear(scale.scale(), most)) {
                    near.add(scale);
                }
            }
        }
        return near;
    }

    private boolean isNear(double scale, int mostMisfits) {
        int misfits = 0;
        for (double sample : samples) {
            double scaled = Math.abs(sample * scale);
            if (scaled >= LARGEST_CORRECTED
                    || Math.abs(scaled - Math.rint(scaled)) > scaled * NEARER && ++misfits > mostMisfits) {
                return false;
            }
        }
        return true;
    }

    /** Adds the first value that the form does not suit to the samples: the next form must suit it too. */
    private void addMisfit(DecimalForm form) {
        for (double value : values) {
            if (Double.isFinite(value)
                    && value != 0
                    && !DecimalFit.isWithin(value, form, DecimalFit.LARGEST_CORRECTION)) {
                samples = Arrays.copyOf(samples, samples.length + 1);
                samples[samples.length - 1] = value;
                return;
            }
        }
    }

    private boolean suits(DecimalForm form, int largestCorrection, int mostMisfits) {
        int misfits = 0;
        double scale = form.scale();
        double near = form.rounding() == Rounding.FLOAT ? NEAR : NEARER;
        for (double sample : samples) {
            double scaled = Math.abs(sample * scale);
            if (scaled >= LARGEST_CORRECTED) {
                return false;
            }
            // Most forms fail here already, without a division.
            boolean isNear = Math.abs(scaled - Math.rint(scaled)) <= scaled * near;
            if (!(isNear && DecimalFit.isWithin(sample, form, largestCorrection)) && ++misfits > mostMisfits) {
                return false;
            }
        }
        return true;
    }
}
