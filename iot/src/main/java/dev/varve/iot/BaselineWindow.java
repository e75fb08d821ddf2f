package dev.varve.iot;

import dev.varve.error.Rejected;
import java.util.List;

/**
 * What is looked at to know what is usual at an hour of the week: the hourly aggregates of some weeks.
 *
 * @param weeks how many weeks are looked at
 * @param deviations a reading that is further from the mean is an anomaly
 * @param fields what is compared
 */
public record BaselineWindow(int weeks, double deviations, List<String> fields) {

    public BaselineWindow {
        fields = List.copyOf(fields);
        if (weeks < 1 || fields.isEmpty()) {
            throw new Rejected(
                    "iot.usual",
                    "what is usual is asked of %s weeks and %s; name one of each".formatted(weeks, fields));
        }
    }

    /** Looks at four weeks, and takes what is four standard deviations away for an anomaly. */
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
