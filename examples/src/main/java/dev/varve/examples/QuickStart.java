package dev.varve.examples;

import static dev.varve.core.table.Path.attr;

import dev.varve.core.item.RecordMapping;
import dev.varve.core.key.Layout;
import dev.varve.core.key.Parts;
import dev.varve.core.key.SeriesLayout;
import dev.varve.core.key.TimeRange;
import dev.varve.core.table.BlockingTable;
import dev.varve.core.table.Engine;
import dev.varve.core.table.Key;
import dev.varve.core.table.Put;
import dev.varve.core.table.Query;
import dev.varve.core.table.TableSchema;
import dev.varve.engine.rocksdb.RocksDbEngine;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Stores readings under keys written by a template, and reads a range of time back. */
public final class QuickStart {

    private QuickStart() {}

    // README: quick start
    record Reading(String deviceId, Instant at, double temperature) {}

    static List<Reading> run(Path directory) {
        SeriesLayout layout = Layout.series("at")
                .keys("{deviceId}#{at:month}", "READING#{at}")
                .build();
        RecordMapping<Reading> mapping = RecordMapping.of(Reading.class);
        TableSchema schema = TableSchema.named("telemetry").build();

        try (Engine engine = RocksDbEngine.open(directory)) { // or DynamoDbEngine.connect()
            BlockingTable table = engine.open(schema).join().blocking();
            Parts device = Parts.of("deviceId", "sensor_01");
            for (String day : List.of("2026-01-31", "2026-02-28", "2026-03-01")) {
                Reading reading = new Reading("sensor_01", Instant.parse(day + "T14:00:00Z"), 22.4);
                Key key = Key.of(layout.write(device, reading.at()));
                table.put(Put.of(schema.keyed(key, mapping.toItem(reading)))
                        .when(attr("pk").absent())); // never overwrites: the result says if it was there
            }

            Instant from = Instant.parse("2026-01-31T00:00:00Z");
            Instant to = Instant.parse("2026-03-01T00:00:00Z");
            List<Reading> found = new ArrayList<>();
            layout.plan(device, TimeRange.of(from, to)) // two partitions, in order; March is not touched
                    .forEach(step -> step.slices()
                            .forEach(slice -> table.stream(Query.of(slice))
                                    .map(mapping::fromItem)
                                    .forEach(found::add)));
            return found;
        }
    }
    // README: end

    public static void main(String[] args) {
        run(Path.of(args.length > 0 ? args[0] : "data")).forEach(System.out::println);
    }
}
