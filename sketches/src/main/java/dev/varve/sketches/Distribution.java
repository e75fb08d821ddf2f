package dev.varve.sketches;

import static org.apache.datasketches.quantilescommon.QuantileSearchCriteria.EXCLUSIVE;
import static org.apache.datasketches.quantilescommon.QuantileSearchCriteria.INCLUSIVE;

import dev.varve.error.Rejected;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.datasketches.kll.KllDoublesSketch;
import org.apache.datasketches.quantilescommon.QuantilesDoublesSketchIterator;

/** An approximate distribution of values, within {@link #rankError}. */
public final class Distribution {

    private final KllDoublesSketch sketch;

    Distribution(KllDoublesSketch sketch) {
        this.sketch = sketch;
    }

    /** Returns the exact number of values. */
    public long count() {
        return sketch.getN();
    }

    /**
     * Returns the quantile of this share: the value that this share of the values does not exceed. Empty without values.
     *
     * @param share from 0, the minimum, to 1, the maximum; both are exact
     */
    public OptionalDouble quantile(double share) {
        return quantiles(share).stream().mapToDouble(Double::doubleValue).findFirst();
    }

    /** Returns several quantiles at once; empty without values. */
    public List<Double> quantiles(double... shares) {
        for (double share : shares) {
            if (!(share >= 0 && share <= 1)) {
                throw new Rejected(
                        "sketches.share",
                        "the share of a quantile is %s; it must be from 0 to 1, such as 0.99".formatted(share));
            }
        }
        return sketch.isEmpty()
                ? List.of()
                : Arrays.stream(shares)
                        .mapToObj(share -> sketch.getQuantile(share, INCLUSIVE))
                        .toList();
    }

    /** Returns the share of values that do not exceed this one; empty without values. */
    public OptionalDouble rank(double value) {
        return sketch.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sketch.getRank(value, INCLUSIVE));
    }

    /** Returns the largest error of a share with 99 % confidence: 0.0133 for a k of 200, or 0 while all values are kept. */
    public double rankError() {
        return sketch.isEstimationMode() ? sketch.getNormalizedRankError(false) : 0;
    }

    /** Returns whether both can describe the same values; exact while all values are kept. */
    boolean isLike(Distribution other) {
        if (sketch.getN() != other.sketch.getN()
                || sketch.getMinItem() != other.sketch.getMinItem()
                || sketch.getMaxItem() != other.sketch.getMaxItem()) {
            return false;
        }
        double tolerance = rankError() + other.rankError();
        return tolerance == 0
                ? Arrays.equals(kept(), other.kept())
                : farthest(kept(), other) <= tolerance && farthest(other.kept(), other) <= tolerance;
    }

    private double[] kept() {
        double[] kept = new double[sketch.getNumRetained()];
        QuantilesDoublesSketchIterator each = sketch.iterator();
        for (int i = 0; each.next(); i++) {
            kept[i] = each.getQuantile();
        }
        Arrays.sort(kept);
        return kept;
    }

    private double farthest(double[] values, Distribution other) {
        double[] at = Arrays.stream(values).distinct().toArray();
        double farthest = 0;
        for (double value : at) {
            farthest = Math.max(
                    farthest, Math.abs(sketch.getRank(value, INCLUSIVE) - other.sketch.getRank(value, INCLUSIVE)));
            farthest = Math.max(
                    farthest, Math.abs(sketch.getRank(value, EXCLUSIVE) - other.sketch.getRank(value, EXCLUSIVE)));
        }
        return farthest;
    }
}
