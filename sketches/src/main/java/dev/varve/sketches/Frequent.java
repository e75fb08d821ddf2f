package dev.varve.sketches;

/**
 * A value that occurs often.
 *
 * @param value its text; one of more than 128 bytes is cut and ends with an ellipsis
 * @param lowerBound what its number of events is never below
 * @param upperBound what its number of events is never above; both are the same while no value had to be left out
 */
public record Frequent(String value, long lowerBound, long upperBound) {

    /** Returns the middle of both bounds. */
    public long estimate() {
        return lowerBound + (upperBound - lowerBound) / 2;
    }
}
