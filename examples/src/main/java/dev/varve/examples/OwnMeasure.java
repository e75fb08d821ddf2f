package dev.varve.examples;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.rollup.Measure;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.Stat;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A measure that an application defines itself: how many readings exceed a limit. */
public final class OwnMeasure {

    private OwnMeasure() {}

    // guide: measure
    /** The number of readings above a limit. */
    record Above(String field, long limit) implements Measure {

        /** Returns the number of readings above the limit in a row. */
        long count(RollupRow row) {
            return row.find(attribute())
                    .map(stored -> ((Num) stored).longValueExact())
                    .orElse(0L);
        }

        private String attribute() {
            return Stat.named("above", field); // aboveTemperature
        }

        @Override
        public boolean takes(ValueType type) {
            return type == ValueType.NUMBER;
        }

        @Override
        public List<String> attributes() {
            return List.of(attribute());
        }

        @Override
        public String definition() {
            return "ABOVE %s of %s".formatted(limit, field);
        }

        @Override
        public Accumulator begin() {
            return new Counting();
        }

        private final class Counting implements Accumulator {

            private long count;

            @Override
            public void add(Value value, Value clock) {
                if (value instanceof Num number && number.compareTo(Num.of(limit)) > 0) {
                    count++;
                }
            }

            @Override
            public void merge(Function<String, @Nullable Value> row) {
                if (row.apply(attribute()) instanceof Num stored) {
                    count += stored.longValueExact();
                }
            }

            @Override
            public void write(BiConsumer<String, Value> row) {
                if (count > 0) {
                    row.accept(attribute(), Num.of(count));
                }
            }
        }
    }
    // guide: end

    // guide: declare measure
    record Probe(String probeId, Instant at, double temperature) {}

    static final Above HOT = new Above("temperature", 30);

    static final Series<Probe> PROBES = Series.of(Probe.class)
            .named("probes")
            .partition("PROBE#{probeId}")
            .sort("READING#{at}")
            .rollUp(Rollup.of("temperature").measure(HOT).hourly().daily())
            .build();
    // guide: end

    static List<String> run(Engine engine, InstantSource clock) {
        List<String> lines = new ArrayList<>();
        Varve db = Varve.open(engine, Schema.of("own-measure", PROBES));
        OpenSeries<Probe> probes = db.series(PROBES);
        Instant today = clock.instant().truncatedTo(ChronoUnit.DAYS);
        for (int hour = 0; hour < 12; hour++) {
            probes.append(new Probe("probe-1", today.plusSeconds(3_600L * hour), 25 + hour));
        }
        db.processing().catchUp(Duration.ofMinutes(1));
        // guide: read measure
        RollupRow day = probes.rollups("probe-1").daily().since(today).list().get(0);
        long hot = HOT.count(day);
        // guide: end
        lines.add("%s of %s readings were hot".formatted(hot, day.count()));
        db.processing().close();
        return lines;
    }
}
