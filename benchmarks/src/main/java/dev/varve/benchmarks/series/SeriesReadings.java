package dev.varve.benchmarks.series;

import dev.varve.engine.Engine;
import dev.varve.schema.Schema;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.series.Current;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.TrackedSeries;
import dev.varve.table.TableSchema;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The data that all sides store and read: readings of devices, a second apart. */
final class SeriesReadings {

    /** An event, which is also the current record. */
    record Reading(String deviceId, Instant at, double temperature, double humidity, int battery) {}

    static final Instant NOW = Instant.parse("2026-04-20T14:00:00Z");
    static final InstantSource CLOCK = InstantSource.fixed(NOW);

    /** Long, because DynamoDB Local removes items that have expired by the real clock. */
    static final Duration KEEP = Duration.ofDays(3650);

    /** The clock of the first reading; those of a month follow. */
    static final Instant FIRST = NOW.minus(Duration.ofDays(40));

    static final String TABLE = "telemetry";
    static final int SHARDS = 16;

    static final Series<Reading> PLAIN =
            declared("plain").partition("DEVICE#{deviceId}").build();
    static final TrackedSeries<Reading, Reading> TRACKED = declared("tracked")
            .partition("TRACKED#{deviceId}")
            .current(Current.transactional(Reading.class).keys("TRACKED#{deviceId}", "CURRENT"))
            .build();
    static final Series<Reading> SHARDED = declared("sharded")
            .partition("SHARDED#{deviceId}#{shard:" + SHARDS + "}")
            .build();

    private static final Schema SCHEMA =
            Schema.of(TableSchema.named(TABLE).withoutChanges().build(), PLAIN, TRACKED, SHARDED);

    /** The maximum number of requests that one call has in flight. */
    private static final int PARALLEL = 16;

    private SeriesReadings() {}

    private static SeriesBuilder<Reading> declared(String name) {
        return Series.of(Reading.class).named(name).sort("READING#{at}").keep(KEEP);
    }

    static OpenSchema open(Engine engine) {
        return new OpenSchema(
                SCHEMA, Map.of(TABLE, engine.open(SCHEMA.table(TABLE)).join()), CLOCK, PARALLEL);
    }

    /** Returns the reading with this number; all are different, with numbers of few digits. */
    static Reading reading(String device, int number) {
        return new Reading(
                device,
                FIRST.plusSeconds(number),
                (number * 7L % 600 * 2 - 399) / 20.0,
                (number * 13L % 1000 * 2 + 1) / 20.0,
                number % 101);
    }

    /** Returns the first readings of a device. */
    static Stream<Reading> readings(String device, int count) {
        return IntStream.range(0, count).mapToObj(number -> reading(device, number));
    }

    /** Returns a reading of {@link #PLAIN} as the SDK returns it. */
    static Map<String, AttributeValue> stored(Reading reading) {
        return new HashMap<>(HandWrittenSeries.attributes(HandWrittenSeries.PLAIN, reading));
    }
}
