package dev.varve.sketches;

import org.apache.datasketches.hll.HllSketch;

/**
 * How many different values there are.
 *
 * @param lowerBound two standard errors below; the true number is less in 2.3 of 100 cases
 * @param upperBound two standard errors above; the true number is more in 2.3 of 100 cases
 */
public record DistinctCount(long estimate, long lowerBound, long upperBound) {

    private static final int STANDARD_ERRORS = 2;

    static DistinctCount of(HllSketch sketch) {
        return new DistinctCount(
                Math.round(sketch.getEstimate()), (long) Math.floor(sketch.getLowerBound(STANDARD_ERRORS)), (long)
                        Math.ceil(sketch.getUpperBound(STANDARD_ERRORS)));
    }
}
