package dev.varve.iot;

import dev.varve.core.Rejected;
import java.util.List;

/**
 * What is looked at to know what is usual at an hour of the week: the hourly aggregates of some weeks.
 *
 * @param weeks how many weeks are looked at
 * @param deviations a reading that is further from the mean is an anomaly
 * @param fields what is compared
 */
public record UsualHours(int weeks, double deviations, List<String> fields) {

    public UsualHours {
        fields = List.copyOf(fields);
        if (weeks < 1 || fields.isEmpty()) {
            throw new Rejected(
                    "iot.usual",
                    "what is usual is asked of %s weeks and %s; name one of each".formatted(weeks, fields));
        }
    }

    /** Looks at four weeks, and takes what is four standard deviations away for an anomaly. */
    public static UsualHours of(String... fields) {
        return new UsualHours(4, 4, List.of(fields));
    }

    public UsualHours weeks(int newWeeks) {
        return new UsualHours(newWeeks, deviations, fields);
    }

    public UsualHours deviations(double newDeviations) {
        return new UsualHours(weeks, newDeviations, fields);
    }
}
