package dev.varve.benchmarks.series;

import dev.varve.benchmarks.series.Contest.Effort;
import dev.varve.benchmarks.series.Contest.Result;
import dev.varve.benchmarks.series.SeriesReadings.Reading;
import dev.varve.memory.MemoryEngine;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.internal.SeriesAccess;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Measures how fast the events of a range are read, from one partition and merged from several. */
final class Merge {

    static final int EVENTS = 100_000;

    private static final String DEVICE = "device-1";

    private Merge() {}

    /** Reads the same events from prepared pages, merged from shards and from one partition. */
    static Result measure(Effort effort) throws Exception {
        try (MemoryEngine engine = new MemoryEngine(SeriesReadings.CLOCK)) {
            OpenSchema memory = SeriesReadings.open(engine);
            OpenSchema prepared = new OpenSchema(
                    memory.schema(),
                    Map.of(SeriesReadings.TABLE, new PreparedTable(memory.table(SeriesReadings.TABLE))),
                    memory.clock(),
                    memory.parallel());
            OpenSeries<Reading> sharded = filled(memory, prepared, SeriesReadings.SHARDED);
            OpenSeries<Reading> plain = filled(memory, prepared, SeriesReadings.PLAIN);
            return new Contest(
                            "100,000 events in " + SeriesReadings.SHARDS + " shards",
                            Meter.THREAD,
                            () -> read(sharded),
                            () -> read(plain))
                    .run(effort);
        }
    }

    private static OpenSeries<Reading> filled(OpenSchema memory, OpenSchema prepared, Series<Reading> series) {
        OpenSeries<Reading> writer = SeriesAccess.instance().open(memory, series);
        SeriesReadings.readings(DEVICE, EVENTS).forEach(writer::append);
        return SeriesAccess.instance().open(prepared, series);
    }

    /** Returns the last event, after checking that all events came in order. */
    private static Reading read(OpenSeries<Reading> series) {
        InOrder order = new InOrder();
        try (Stream<Reading> events = series.history(DEVICE).stream()) {
            events.forEach(order::accept);
        }
        if (order.count != EVENTS) {
            throw new IllegalStateException(order.count + " events came");
        }
        return Objects.requireNonNull(order.last);
    }

    /** Counts events and fails on one that is out of order. */
    private static final class InOrder {

        private int count;
        private @Nullable Reading last;

        void accept(Reading reading) {
            if (last != null && !last.at().isBefore(reading.at())) {
                throw new IllegalStateException(reading + " came after " + last);
            }
            last = reading;
            count++;
        }
    }
}
