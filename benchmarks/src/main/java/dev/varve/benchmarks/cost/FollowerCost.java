package dev.varve.benchmarks.cost;

import dev.varve.Varve;
import dev.varve.benchmarks.CapacityEngine;
import dev.varve.benchmarks.Prices;
import dev.varve.benchmarks.peers.Readings;
import dev.varve.memory.MemoryEngine;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.table.Capacity;
import dev.varve.testkit.MutableClock;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** What a process pays that follows the journal of another one every second: for an hour of its readings, and for an idle hour. */
final class FollowerCost {

    private static final int HOUR = 3_600;
    private static final int MINUTE = 60;
    private static final double HOURS_OF_A_MONTH = 720;
    private static final long SEED = 2061;

    private final int sensors;

    FollowerCost(int sensors) {
        this.sensors = sensors;
    }

    void print(PrintStream out) {
        MutableClock clock = new MutableClock(CostRun.START);
        Series<SensorReading> declared = VarveSeries.declared().packed().build();
        try (MemoryEngine memory = new MemoryEngine(clock);
                CapacityEngine metered = new CapacityEngine(memory);
                Varve writer = Varve.on(new CapacityEngine(memory))
                        .clock(clock)
                        .owner("writer")
                        .open(Layout.TABLE, declared);
                Varve follower =
                        Varve.on(metered).clock(clock).owner("follower").open(Layout.TABLE, declared)) {
            metered.take();
            OpenSeries<SensorReading> series = writer.series(declared);
            Readings readings = Readings.generate(SEED, CostRun.START.toEpochMilli(), sensors, MINUTE);
            for (int second = 0; second < HOUR; second++) {
                List<SensorReading> minute = SensorReading.ofMinute(readings, second / MINUTE);
                int of = second % MINUTE;
                List<SensorReading> some =
                        minute.subList(minute.size() * of / MINUTE, minute.size() * (of + 1) / MINUTE);
                clock.set(CostRun.START.plusSeconds(second + 1));
                if (!some.isEmpty()) {
                    series.appendAll(some);
                }
                follower.processing().readWriters();
            }
            print("busy", metered.take(), out);
            for (int second = 0; second < HOUR; second++) {
                follower.processing().readWriters();
            }
            print("idle", metered.take(), out);
        }
    }

    private void print(String hour, Capacity.Units used, PrintStream out) {
        out.printf(
                Locale.ROOT,
                "follower of one other server, every second, %s hour of %,d sensors: %,.1f RCU, %,.1f WCU; all month: $%.2f%n",
                hour,
                sensors,
                used.read(),
                used.write(),
                Prices.requests(used) * HOURS_OF_A_MONTH);
    }
}
