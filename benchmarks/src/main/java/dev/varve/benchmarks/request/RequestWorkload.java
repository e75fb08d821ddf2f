package dev.varve.benchmarks.request;

import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.table.TableSchema;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The data that both sides read and write: readings of one sensor, a minute apart. */
final class RequestWorkload {

    /** The readings of one hour, which a query reads. */
    static final int ROWS = 60;

    static final TableSchema SCHEMA =
            TableSchema.named("telemetry").withoutChanges().build();

    static final Instant NOW = Instant.parse("2024-12-01T15:00:07Z");
    static final InstantSource CLOCK = InstantSource.fixed(NOW);
    static final String PARTITION = "SENSOR#123#2024-12-01-14";

    static final Num TTL = Num.of(NOW.plus(Duration.ofDays(90)).getEpochSecond());

    private static final int SEED = 42;

    private RequestWorkload() {}

    static List<Item> readings() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<Item> readings = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            readings.add(Item.builder()
                    .put("pk", PARTITION)
                    .put("sk", NOW.minusSeconds(60L * (ROWS - i)).toString())
                    .put("t", Num.of(random.nextInt(-200, 400) / 10.0))
                    .put("h", Num.of(random.nextInt(1000) / 10.0))
                    .put("battery", Num.of(random.nextInt(101)))
                    .put("ttl", TTL)
                    .build());
        }
        return List.copyOf(readings);
    }

    /** Returns a reading as the SDK returns it. */
    static Map<String, AttributeValue> stored(Item reading) {
        Map<String, AttributeValue> attributes = new HashMap<>();
        reading.forEach((name, value) -> attributes.put(
                name,
                value instanceof Num number
                        ? AttributeValue.fromN(number.text())
                        : AttributeValue.fromS(reading.text(name))));
        return attributes;
    }
}
