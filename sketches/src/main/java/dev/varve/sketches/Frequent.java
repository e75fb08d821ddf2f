package dev.varve.sketches;

/**
 * A frequent value with the bounds of its count.
 *
 * @param value the value as text; a text of more than 128 bytes is truncated and ends with an ellipsis
 * @param lowerBound the count is never below this
 * @param upperBound the count is never above this; both bounds are equal while no value was dropped
 */
public record Frequent(String value, long lowerBound, long upperBound) {

    /** Returns the middle of the bounds. */
    public long estimate() {
        return lowerBound + (upperBound - lowerBound) / 2;
    }
}
