package dev.varve.alert;

/**
 * What one detector says about one field of a reading.
 *
 * @param detector which one: {@code range}, {@code z-score}, {@code norm}
 * @param expectedLow the least value that would have been as expected
 * @param expectedHigh the greatest value that would have been as expected
 */
public record Deviation(
        String field,
        String detector,
        Type type,
        double expectedLow,
        double expectedHigh,
        double value,
        Severity severity) {

    /** On which side of the expected range a value lies. */
    public enum Type {
        HIGH,
        LOW
    }
}
