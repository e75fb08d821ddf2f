package dev.varve.benchmarks;

import dev.varve.benchmarks.SampleRecords.Device;
import dev.varve.benchmarks.SampleRecords.Position;
import dev.varve.benchmarks.SampleRecords.Reading;
import dev.varve.benchmarks.SampleRecords.Status;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** An optimised hand-written mapping: names sorted once, arrays filled directly. */
final class HandWrittenMapping {

    private static final String[] READING = {"at", "battery", "deviceId", "h", "t"};
    private static final String[] DEVICE = {"createdAt", "deviceId", "fields", "label", "position", "status", "tags"};
    private static final String[] DEVICE_WITHOUT_LABEL = {
        "createdAt", "deviceId", "fields", "position", "status", "tags"
    };

    private HandWrittenMapping() {}

    static Item toItem(Reading reading) {
        return Item.wrap(READING, new Value[] {
            Num.of(reading.at().toEpochMilli()),
            Num.of(reading.battery()),
            new Value.Text(reading.deviceId()),
            Num.of(reading.humidity()),
            Num.of(reading.temperature())
        });
    }

    static Reading toReading(Item item) {
        return new Reading(
                item.text("deviceId"),
                Instant.ofEpochMilli(item.number("at").longValueExact()),
                item.number("t").doubleValue(),
                item.number("h").doubleValue(),
                Math.toIntExact(item.number("battery").longValueExact()));
    }

    static Item toItem(Device device) {
        Value createdAt = Num.of(device.createdAt().toEpochMilli());
        Value id = new Value.Text(device.deviceId());
        Value status = new Value.Text(device.status().name());
        Value position = new Value.MapOf(Map.of(
                "latitude", Num.of(device.position().latitude()),
                "longitude", Num.of(device.position().longitude())));
        Value tags = new Value.TextSet(device.tags());
        List<Value> names = new ArrayList<>(device.fields().size());
        for (String field : device.fields()) {
            names.add(new Value.Text(field));
        }
        Value fields = new Value.ListOf(names);
        if (device.label().isEmpty()) {
            return Item.wrap(DEVICE_WITHOUT_LABEL, new Value[] {createdAt, id, fields, position, status, tags});
        }
        Value label = new Value.Text(device.label().get());
        return Item.wrap(DEVICE, new Value[] {createdAt, id, fields, label, position, status, tags});
    }

    static Device toDevice(Item item) {
        Map<String, Value> position =
                require(item, "position", Value.MapOf.class).values();
        List<Value> names = require(item, "fields", Value.ListOf.class).values();
        List<String> fields = new ArrayList<>(names.size());
        for (Value name : names) {
            fields.add(((Value.Text) name).value());
        }
        Value label = item.value("label");
        return new Device(
                item.text("deviceId"),
                Status.valueOf(item.text("status")),
                label == null ? Optional.empty() : Optional.of(((Value.Text) label).value()),
                Instant.ofEpochMilli(item.number("createdAt").longValueExact()),
                new Position(number(position, "latitude"), number(position, "longitude")),
                fields,
                require(item, "tags", Value.TextSet.class).values());
    }

    private static double number(Map<String, Value> map, String name) {
        return ((Num) Objects.requireNonNull(map.get(name))).doubleValue();
    }

    private static <V extends Value> V require(Item item, String name, Class<V> type) {
        return type.cast(Objects.requireNonNull(item.value(name)));
    }
}
