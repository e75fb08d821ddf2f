package dev.varve.alert.internal;

import dev.varve.alert.Sample;
import dev.varve.alert.Trigger;
import java.time.Duration;
import java.util.Optional;

/** The result of evaluating a trigger on one reading. */
enum TriggerResult {
    /** The rule is broken. */
    BREAKS,
    /** Neither broken nor clear: an open alert stays open, and none opens. */
    BETWEEN,
    /** The clear condition holds. */
    CLEARS;

    /** Evaluates a reading, given the previous reading with the trigger's field. */
    static TriggerResult of(Trigger trigger, Optional<Sample> before, Sample reading) {
        if (trigger instanceof Trigger.Silent) {
            return CLEARS;
        }
        double value = reading.value().orElseThrow();
        if (trigger instanceof Trigger.Above above) {
            return of(value > above.limit(), value <= above.clear());
        } else if (trigger instanceof Trigger.Below below) {
            return of(value < below.limit(), value >= below.clear());
        } else if (trigger instanceof Trigger.Outside outside) {
            return of(
                    value < outside.low() || value > outside.high(),
                    outside.clearLow() <= value && value <= outside.clearHigh());
        }
        return ofChange((Trigger.Changing) trigger, before, reading);
    }

    private static TriggerResult ofChange(Trigger.Changing changing, Optional<Sample> before, Sample reading) {
        if (before.flatMap(Sample::value).isEmpty()) {
            return BETWEEN;
        }
        Sample first = before.get();
        double change = Math.abs(reading.value().orElseThrow() - first.value().orElseThrow());
        double rate = change * (seconds(changing.per()) / seconds(Duration.between(first.at(), reading.at())));
        return of(rate > changing.amount(), rate <= changing.clear());
    }

    private static TriggerResult of(boolean breaks, boolean clears) {
        return breaks ? BREAKS : clears ? CLEARS : BETWEEN;
    }

    private static double seconds(Duration duration) {
        return duration.getSeconds() + duration.getNano() / 1e9;
    }
}
