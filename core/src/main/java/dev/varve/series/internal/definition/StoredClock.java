package dev.varve.series.internal.definition;

import dev.varve.item.Converter;
import dev.varve.item.Value;
import dev.varve.key.Tick;
import java.time.Instant;

/** Stores the clock in its attribute as text with the tick's digits, the same text as in the key. */
final class StoredClock implements Converter<Instant> {

    private final Tick tick;

    StoredClock(Tick tick) {
        this.tick = tick;
    }

    @Override
    public Value toValue(Instant clock) {
        return Value.of(tick.text(clock));
    }

    @Override
    public Instant fromValue(Value value) {
        if (value instanceof Value.Text text) {
            for (Tick width : Tick.values()) {
                var clock = width.parse(text.value());
                if (clock.isPresent()) {
                    return clock.get();
                }
            }
        }
        throw new IllegalArgumentException("not a clock such as " + tick.text(Instant.EPOCH));
    }
}
