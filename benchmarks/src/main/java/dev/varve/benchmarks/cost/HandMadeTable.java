package dev.varve.benchmarks.cost;

import static dev.varve.table.AttributePath.attr;

import dev.varve.benchmarks.peers.Field;
import dev.varve.engine.Engine;
import dev.varve.item.Item;
import dev.varve.table.BlockingTable;
import dev.varve.table.Key;
import dev.varve.table.Query;
import dev.varve.table.TableSchema;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** A table as one writes it by hand: readings and rows of a device are items of its partition. */
abstract class HandMadeTable implements OpenLayout {

    private static final String PARTITION = "pk";
    private static final String SORT = "sk";
    private static final String EXPIRY = "ttl";
    private static final String READING = "READING#";
    private static final int DAY_LENGTH = "2060-04-01".length();

    private final BlockingTable table;

    HandMadeTable(Engine engine) {
        this.table = BlockingTable.await(engine.open(TableSchema.named(Layout.TABLE)
                        .partition(PARTITION)
                        .sort(SORT)
                        .ttl(EXPIRY)
                        .build()))
                .blocking();
    }

    final BlockingTable table() {
        return table;
    }

    static String partition(String device) {
        return "DEVICE#" + device;
    }

    /** Returns the item of a reading, which expires. */
    static Item item(SensorReading reading) {
        Item.Builder item = Item.builder()
                .put(PARTITION, partition(reading.deviceId()))
                .put(SORT, READING + reading.at())
                .put("deviceId", reading.deviceId())
                .put("timestamp", reading.at().toString())
                .put(EXPIRY, reading.at().plus(SensorReading.KEPT).getEpochSecond());
        for (Field field : Field.values()) {
            item.put(field.text(), reading.value(field));
        }
        return item.build();
    }

    static String hourSort(Instant at) {
        return "AGG#hourly#" + at.truncatedTo(ChronoUnit.HOURS);
    }

    static String daySort(Instant at) {
        return "AGG#daily#" + at.toString().substring(0, DAY_LENGTH);
    }

    /** Returns the keys of the hourly and the daily row of a reading. */
    static List<Key> rows(SensorReading reading) {
        String partition = partition(reading.deviceId());
        return List.of(Key.of(partition, hourSort(reading.at())), Key.of(partition, daySort(reading.at())));
    }

    @Override
    public int latest(String device) {
        return table.query(Query.of(partition(device))
                        .beginsWith(READING)
                        .descending()
                        .limit(1))
                .count();
    }

    @Override
    public final int readings(String device, Instant from, Instant to) {
        return between(device, READING + from, READING + to.minusSeconds(1));
    }

    @Override
    public final int hours(String device, Instant from, Instant to) {
        return between(device, hourSort(from), hourSort(to.minusSeconds(1)));
    }

    @Override
    public final int days(String device, Instant from, Instant to) {
        return between(device, daySort(from), daySort(to.minusSeconds(1)));
    }

    private int between(String device, String low, String high) {
        return (int)
                table.stream(Query.of(partition(device)).between(low, high)).count();
    }

    @Override
    public void close() {}

    /** Returns the condition that an item is new or has an older clock. */
    static dev.varve.table.Condition isNewer(SensorReading reading) {
        return attr(PARTITION).absent().or(attr("timestamp").before(reading.at().toString()));
    }
}
