package dev.varve.iot;

import dev.varve.error.Rejected;
import java.util.List;

/**
 * The hourly rows from which a fleet computes its baselines.
 *
 * @param weeks the number of weeks
 * @param deviations the number of standard deviations from the mean beyond which a reading is an anomaly
 * @param fields the fields that are compared with their baseline
 */
public record BaselineWindow(int weeks, double deviations, List<String> fields) {

    public BaselineWindow {
        fields = List.copyOf(fields);
        if (weeks < 1 || fields.isEmpty()) {
            throw new Rejected(
                    "iot.usual",
                    "a baseline has %s weeks and the fields %s; it needs at least one week and one field"
                            .formatted(weeks, fields));
        }
    }

    /** Returns a window of four weeks and four standard deviations. */
    public static BaselineWindow of(String... fields) {
        return new BaselineWindow(4, 4, List.of(fields));
    }

    public BaselineWindow weeks(int newWeeks) {
        return new BaselineWindow(newWeeks, deviations, fields);
    }

    public BaselineWindow deviations(double newDeviations) {
        return new BaselineWindow(weeks, newDeviations, fields);
    }
}
