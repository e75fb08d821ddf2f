package dev.varve.benchmarks.cost;

import dev.varve.benchmarks.CapacityEngine;
import dev.varve.benchmarks.Prices;
import dev.varve.benchmarks.peers.Readings;
import dev.varve.engine.Engine;
import dev.varve.item.Item;
import dev.varve.table.BlockingTable;
import dev.varve.table.Capacity;
import dev.varve.table.Scan;
import dev.varve.table.TableSchema;
import dev.varve.testkit.MutableClock;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Lets a layout keep the readings of some sensors, and meters it. */
final class CostRun {

    static final Instant START = Instant.parse("2060-04-01T00:00:00Z");

    private static final long SEED = 2060;

    private final Layout layout;
    private final CapacityEngine engine;
    private final MutableClock clock;

    /** Prepares a run on an empty engine that uses the given clock. */
    CostRun(Layout layout, Engine engine, MutableClock clock) {
        this.layout = layout;
        this.engine = new CapacityEngine(engine);
        this.clock = clock;
    }

    /** Stores the readings minute by minute, then sends each standard read for each device and returns the mean. */
    LayoutCost run(int sensors, int minutes) {
        clock.set(START);
        Readings readings = Readings.generate(SEED, START.toEpochMilli(), sensors, minutes);
        try (OpenLayout open = layout.open(engine, clock)) {
            engine.take();
            Capacity.Units stored = Capacity.Units.NONE;
            Capacity.Units rows = Capacity.Units.NONE;
            for (int minute = 0; minute < minutes; minute++) {
                List<SensorReading> all = SensorReading.ofMinute(readings, minute);
                clock.set(START.plusSeconds((minute + 1) * 60L));
                open.store(all);
                stored = stored.plus(engine.take());
                open.keepRows(all);
                rows = rows.plus(engine.take());
            }
            open.finish();
            rows = rows.plus(engine.take());
            Instant end = START.plusSeconds(minutes * 60L);
            return new LayoutCost(layout, stored, rows, bytes(), reads(open, sensors, end));
        }
    }

    private Map<StandardRead, Double> reads(OpenLayout open, int sensors, Instant end) {
        Map<StandardRead, Double> units = new EnumMap<>(StandardRead.class);
        for (StandardRead read : StandardRead.values()) {
            // A process also reads how far rows are complete, once for all sensors and some seconds.
            read.run(open, Readings.id(0), end);
            engine.take();
            for (int sensor = 0; sensor < sensors; sensor++) {
                int results = read.run(open, Readings.id(sensor), end);
                if (results == 0 || results > read.expected()) {
                    throw new IllegalStateException(
                            "%s: %s has %s results".formatted(layout.name(), read.label(), results));
                }
            }
            units.put(read, engine.take().read() / sensors);
        }
        return units;
    }

    private double bytes() {
        BlockingTable table = BlockingTable.await(
                        engine.open(TableSchema.named(Layout.TABLE).build()))
                .blocking();
        try (Stream<Item> items = table.stream(Scan.all())) {
            return items.mapToLong(item -> item.size() + Prices.BYTES_PER_ITEM).sum();
        }
    }
}
