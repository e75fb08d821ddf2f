package dev.varve.series.internal.read;

import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.internal.MappedComponent;
import dev.varve.key.Tick;
import dev.varve.table.AttributePath;
import dev.varve.table.Condition;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.Function;

/**
 * The clock attribute of events. Bounds that are finer than the key are compared with it.
 *
 * @param tick the resolution of the attribute
 * @param encode converts a clock of that tick to the attribute's value
 */
public record HistoryClock(String attribute, Tick tick, Function<Instant, Value> encode) {

    /** Distinguishes the units of a number: it is 1 in seconds and 1000 in milliseconds. */
    private static final Instant PROBE = Instant.ofEpochSecond(1);

    public static HistoryClock of(MappedComponent<?> clock) {
        return new HistoryClock(clock.attribute(), tick(clock.toValue(PROBE)), clock::toValue);
    }

    private static Tick tick(Value probe) {
        if (probe instanceof Value.Text text) {
            return Arrays.stream(Tick.values())
                    .filter(width -> width.parse(text.value()).isPresent())
                    .findFirst()
                    .orElse(Tick.NANOS);
        }
        return probe.equals(Num.of(1)) ? Tick.SECONDS : Tick.MILLIS;
    }

    /** Returns the condition that an event is at this instant or later. */
    public Condition from(Instant bound) {
        return AttributePath.attr(attribute).from(encode.apply(tick.ceil(bound)));
    }

    /** Returns the condition that an event is before this instant. */
    public Condition before(Instant bound) {
        return AttributePath.attr(attribute).before(encode.apply(tick.ceil(bound)));
    }
}
