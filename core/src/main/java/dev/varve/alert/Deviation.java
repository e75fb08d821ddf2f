package dev.varve.alert;

/**
 * What one detector found about one field of a reading.
 *
 * @param detector the kind of the detector: {@code range}, {@code z-score} or {@code norm} (the baseline)
 * @param expectedLow the lower bound of the expected range
 * @param expectedHigh the upper bound of the expected range
 */
public record Deviation(
        String field,
        String detector,
        Type type,
        double expectedLow,
        double expectedHigh,
        double value,
        Severity severity) {

    /** Whether a value is above or below the expected range. */
    public enum Type {
        HIGH,
        LOW
    }
}
