package dev.varve.benchmarks;

import dev.varve.item.Item;
import dev.varve.table.BatchWrite;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.TableSchema;
import dev.varve.table.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Readings of many devices in a table with an index, a TTL and a change feed: a put writes four records. */
final class EngineWorkload {

    static final int BATCH = 25;
    static final int QUERY_ROWS = 60;

    static final TableSchema SCHEMA =
            TableSchema.named("readings").index("gsi1", "gsi1pk", "gsi1sk").build();

    private static final int DEVICES = 500;
    private static final long FIRST_SECOND = 1_776_700_800;
    /** Ten years: nothing expires during a measurement. */
    private static final long KEPT_SECONDS = 3_650L * 24 * 60 * 60;

    private final SplittableRandom random;

    EngineWorkload(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Returns the {@code number}-th reading; devices take turns. */
    static Item reading(int number) {
        int device = number % DEVICES;
        int tick = number / DEVICES;
        String sort = sort(tick);
        return Item.builder()
                .put("pk", device(device))
                .put("sk", sort)
                .put("gsi1pk", "SITE#" + device % 20)
                .put("gsi1sk", sort + "#" + device)
                .put("temperature", 15 + (number * 7919L % 200) / 10.0)
                .put("humidity", 30 + (number * 104_729L % 600) / 10.0)
                .put("battery", 100 - tick % 100)
                .put("status", "ok")
                .put("ttl", FIRST_SECOND + tick + KEPT_SECONDS)
                .build();
    }

    private static String device(int device) {
        return "DEVICE#sensor_%04d".formatted(device);
    }

    private static String sort(int tick) {
        return "READING#2026-04-20T%02d:%02d:%02d.000Z".formatted(tick / 3600 % 24, tick / 60 % 60, tick % 60);
    }

    /** Returns this many readings in batches. */
    static List<BatchWrite> batches(int readings) {
        List<BatchWrite> batches = new ArrayList<>();
        for (int first = 0; first < readings; first += BATCH) {
            List<Write> writes = new ArrayList<>(BATCH);
            for (int i = 0; i < BATCH; i++) {
                writes.add(Put.of(reading(first + i)));
            }
            batches.add(BatchWrite.of(writes));
        }
        return batches;
    }

    /** Returns gets of random keys among the first {@code readings} readings. */
    Get[] gets(int count, int readings) {
        Get[] gets = new Get[count];
        for (int i = 0; i < count; i++) {
            int number = random.nextInt(readings);
            gets[i] = Get.of(Key.of(device(number % DEVICES), sort(number / DEVICES)))
                    .consistent();
        }
        return gets;
    }

    /** Returns queries for sixty readings of random devices, each from a random start. */
    Query[] queries(int count, int readings) {
        int ticks = readings / DEVICES - QUERY_ROWS;
        Query[] queries = new Query[count];
        for (int i = 0; i < count; i++) {
            queries[i] = Query.of(device(random.nextInt(DEVICES)))
                    .from(sort(random.nextInt(ticks)))
                    .limit(QUERY_ROWS)
                    .consistent();
        }
        return queries;
    }
}
