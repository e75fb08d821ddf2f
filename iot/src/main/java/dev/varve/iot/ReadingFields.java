package dev.varve.iot;

import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.RecordMapping;
import dev.varve.item.Value;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.Stat;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the device id, clock, location and numbers of a reading of any record type. */
final class ReadingFields<E extends Record> {

    private final RecordMapping<E> mapping;
    private final MappedComponent<E> deviceId;
    private final MappedComponent<E> at;
    private final @Nullable MappedComponent<E> location;

    ReadingFields(Fleet<E> fleet) {
        this.mapping = fleet.plain();
        this.deviceId = MappingAccess.instance().component(mapping, FleetSeries.DEVICE);
        this.at = MappingAccess.instance().component(mapping, FleetSeries.CLOCK);
        this.location = fleet.hasLocation() ? MappingAccess.instance().component(mapping, FleetSeries.LOCATION) : null;
    }

    String deviceId(E reading) {
        return (String) Objects.requireNonNull(deviceId.object(reading));
    }

    Instant at(E reading) {
        return (Instant) Objects.requireNonNull(at.object(reading));
    }

    /** Returns the reading with this location, unless it has one or its record has no location. */
    E located(E reading, String place) {
        if (location == null || location.value(reading) != null) {
            return reading;
        }
        Item item = mapping.toItem(reading).with(location.attribute(), Value.of(place));
        return mapping.fromItem(item);
    }

    /** Returns a number of a reading, from a component or from an entry of a map. */
    Optional<Double> number(E reading, String field) {
        return MappingAccess.instance().components(mapping).stream()
                .map(component -> {
                    Value value = component.value(reading);
                    return component.name().equals(field)
                            ? value
                            : value instanceof Value.MapOf map ? map.values().get(field) : null;
                })
                .filter(Num.class::isInstance)
                .findFirst()
                .map(number -> ((Num) number).doubleValue());
    }

    /** Returns all numbers of a reading, from components and from entries of maps. */
    Map<String, Double> numbers(E reading) {
        if (reading instanceof DynamicReading dynamic) {
            return dynamic.fields();
        }
        Map<String, Double> numbers = new TreeMap<>();
        for (MappedComponent<E> component : MappingAccess.instance().components(mapping)) {
            Value value = component.value(reading);
            if (value instanceof Value.MapOf map) {
                map.values().forEach((field, entry) -> add(numbers, field, entry));
            } else if (!component.equals(at)) {
                add(numbers, component.name(), value);
            }
        }
        return numbers;
    }

    private static void add(Map<String, Double> numbers, String field, @Nullable Value value) {
        if (value instanceof Num number) {
            numbers.put(field, number.doubleValue());
        }
    }

    /** Returns the fields that a row has statistics of. */
    SortedSet<String> measured(RollupRow row) {
        SortedSet<String> fields = new TreeSet<>();
        for (MappedComponent<E> component : MappingAccess.instance().components(mapping)) {
            fields.addAll(row.entries(component.name()));
            if (isStored(row, component.name())) {
                fields.add(component.name());
            }
        }
        return fields;
    }

    /** Returns whether a row has statistics of a field; its average may be too large to be stored. */
    static boolean isMeasured(RollupRow row, String field) {
        return row.count(field) > 0 || row.avg(field).isPresent();
    }

    /** Unlike {@link #isMeasured}, accepts the name of any component. */
    private static boolean isStored(RollupRow row, String component) {
        return row.find(Stat.COUNT.of(component)).isPresent()
                || row.find(Stat.AVG.of(component)).isPresent();
    }
}
