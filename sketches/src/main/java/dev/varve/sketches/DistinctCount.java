package dev.varve.sketches;

import org.apache.datasketches.hll.HllSketch;

/**
 * A number of distinct values with its bounds.
 *
 * @param lowerBound two standard errors below; the true number is below it in 2.3 of 100 cases
 * @param upperBound two standard errors above; the true number is above it in 2.3 of 100 cases
 */
public record DistinctCount(long estimate, long lowerBound, long upperBound) {

    private static final int STANDARD_ERRORS = 2;

    static DistinctCount of(HllSketch sketch) {
        return new DistinctCount(
                Math.round(sketch.getEstimate()), (long) Math.floor(sketch.getLowerBound(STANDARD_ERRORS)), (long)
                        Math.ceil(sketch.getUpperBound(STANDARD_ERRORS)));
    }
}
