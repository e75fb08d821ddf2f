package dev.varve.entity.internal;

import dev.varve.error.Rejected;
import dev.varve.item.Value;
import dev.varve.item.internal.MappedComponent;
import dev.varve.key.Tick;
import java.time.Instant;

/**
 * A component whose instant comes from the clock of the database, not from the caller.
 *
 * @param tick the finest tick that the component's format can hold; finer digits are cut off
 */
record TimestampComponent(MappedComponent<?> component, Tick tick) {

    private static final Instant FINE = Instant.ofEpochSecond(0, 123_456_789);

    static TimestampComponent of(MappedComponent<?> component) {
        Tick finest = Tick.SECONDS;
        for (Tick tick : new Tick[] {Tick.MILLIS, Tick.NANOS}) {
            try {
                component.toValue(tick.floor(FINE));
                finest = tick;
            } catch (Rejected tooFine) {
                break;
            }
        }
        return new TimestampComponent(component, finest);
    }

    String attribute() {
        return component.attribute();
    }

    Value at(Instant instant) {
        return component.toValue(tick.floor(instant));
    }
}
