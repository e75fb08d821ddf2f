package dev.varve.iot;

import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.RecordMapping;
import dev.varve.item.Value;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
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
}
