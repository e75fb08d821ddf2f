package dev.varve.benchmarks.cost;

import dev.varve.engine.Engine;
import dev.varve.testkit.MutableClock;
import java.time.Duration;
import java.util.List;

/** The layouts that are compared. */
final class Layouts {

    static final List<Layout> ALL = List.of(
            new PerReading("transaction per reading", 0.5, (engine, clock) -> new Transactions(engine)),
            new PerReading("put + stream aggregation", 1, (engine, clock) -> new StreamAggregation(engine)),
            new PerReading("put + update counters", 1, (engine, clock) -> new Counters(engine)),
            new PerReading("varve, items", 1, VarveSeries::items),
            new Packed("varve, packed, hourly blocks", Duration.ofHours(1)),
            new Packed("varve, packed, four-hourly blocks", Duration.ofHours(4)));

    private Layouts() {}

    private interface Opening {
        OpenLayout open(Engine engine, MutableClock clock);
    }

    /** A layout with an item for each reading. Its cost is proportional to the number of sensors. */
    private record PerReading(String name, double shareCountedByLocal, Opening opening) implements Layout {
        @Override
        public OpenLayout open(Engine engine, MutableClock clock) {
            return opening.open(engine, clock);
        }
    }

    /** A packed series with frames of one second. Frames hold readings of many sensors, so all of them must be simulated. */
    private record Packed(String name, Duration block) implements Layout {

        @Override
        public boolean isProportional() {
            return false;
        }

        @Override
        public boolean isPacked() {
            return true;
        }

        @Override
        public OpenLayout open(Engine engine, MutableClock clock) {
            return VarveSeries.packed(engine, clock, block);
        }
    }
}
