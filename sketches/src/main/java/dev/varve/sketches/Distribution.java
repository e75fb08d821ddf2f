package dev.varve.sketches;

import static org.apache.datasketches.quantilescommon.QuantileSearchCriteria.EXCLUSIVE;
import static org.apache.datasketches.quantilescommon.QuantileSearchCriteria.INCLUSIVE;

import dev.varve.error.Rejected;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.datasketches.kll.KllDoublesSketch;
import org.apache.datasketches.quantilescommon.QuantilesDoublesSketchIterator;

/** How values are distributed, within {@link #rankError}. */
public final class Distribution {

    private final KllDoublesSketch sketch;

    Distribution(KllDoublesSketch sketch) {
        this.sketch = sketch;
    }

    /** Returns the number of values, which is exact. */
    public long count() {
        return sketch.getN();
    }

    /**
     * Returns the value that this share of the values is not above, or nothing where there are none.
     *
     * @param share from 0, the minimum, to 1, the maximum, which are both exact
     */
    public OptionalDouble quantile(double share) {
        return quantiles(share).stream().mapToDouble(Double::doubleValue).findFirst();
    }

    /** Returns several quantiles at once, or none where there are no values. */
    public List<Double> quantiles(double... shares) {
        for (double share : shares) {
            if (!(share >= 0 && share <= 1)) {
                throw new Rejected("sketches.share", "a quantile of %s is asked for; write 0.99".formatted(share));
            }
        }
        return sketch.isEmpty()
                ? List.of()
                : Arrays.stream(shares)
                        .mapToObj(share -> sketch.getQuantile(share, INCLUSIVE))
                        .toList();
    }

    /** Returns the share of values that are not above this one, or nothing where there are none. */
    public OptionalDouble rank(double value) {
        return sketch.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sketch.getRank(value, INCLUSIVE));
    }

    /** Returns how far a share may be off, with a confidence of 99 %: 0.0133, or 0 while all values are kept. */
    public double rankError() {
        return sketch.isEstimationMode() ? sketch.getNormalizedRankError(false) : 0;
    }

    /** Returns whether both can be of the same values: exactly the same ones where all are kept. */
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
