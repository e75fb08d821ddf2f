package dev.varve.server.fleet;

import dev.varve.entity.Patch;
import dev.varve.error.Rejected;
import dev.varve.iot.DeviceStatus;
import dev.varve.iot.DeviceType;
import dev.varve.iot.FleetDevice;
import dev.varve.server.api.fleet.DeviceBody;
import dev.varve.server.ingest.SeriesName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns the body of a request into a new device or a patch. */
final class DeviceChange {

    /** Labels that only entries of older versions have. */
    private static final List<String> RESERVED = List.of(SeriesName.MEASUREMENT_LABEL, SeriesName.SERIES_LABEL);

    private DeviceChange() {}

    static FleetDevice device(String id, DeviceBody body) {
        FleetDevice plain = FleetDevice.of(id, text(body.name()).orElse(id));
        return new FleetDevice(
                id,
                plain.name(),
                constant(DeviceType.class, "type", body.type()).orElse(plain.type()),
                constant(DeviceStatus.class, "status", body.status()).orElse(plain.status()),
                text(body.location()),
                text(body.firmware()),
                labels(body),
                plain.lastSeenAt(),
                plain.createdAt(),
                plain.updatedAt());
    }

    /** Returns the properties that hold for the series of a device too. */
    static DeviceBody ofSeries(DeviceBody body) {
        return new DeviceBody(null, body.type(), body.status(), body.location(), body.firmware(), null);
    }

    static boolean isEmpty(DeviceBody body) {
        return body.equals(new DeviceBody(null, null, null, null, null, null));
    }

    /**
     * Changes the given properties; given labels replace all stored ones, except those that name the series of an older
     * version.
     */
    static Patch<FleetDevice> patch(Patch<FleetDevice> patch, DeviceBody body, Map<String, String> stored) {
        Patch<FleetDevice> changed = patch;
        changed = set(changed, "name", text(body.name()));
        changed = set(changed, "location", text(body.location()));
        changed = set(changed, "firmware", text(body.firmware()));
        changed = set(changed, "type", constant(DeviceType.class, "type", body.type()));
        changed = set(changed, "status", constant(DeviceStatus.class, "status", body.status()));
        if (body.labels() == null) {
            return changed;
        }
        Map<String, String> labels = labels(body);
        RESERVED.forEach(label -> {
            if (stored.containsKey(label)) {
                labels.put(label, stored.get(label));
            }
        });
        return changed.set("labels", labels);
    }

    private static Patch<FleetDevice> set(Patch<FleetDevice> patch, String name, Optional<?> value) {
        return value.isPresent() ? patch.set(name, value.get()) : patch;
    }

    private static Map<String, String> labels(DeviceBody body) {
        Map<String, String> labels = new TreeMap<>();
        if (body.labels() != null) {
            labels.putAll(body.labels());
            labels.keySet().removeAll(RESERVED);
        }
        return labels;
    }

    private static Optional<String> text(@Nullable String text) {
        return Optional.ofNullable(text).filter(given -> !given.isEmpty());
    }

    private static <T extends Enum<T>> Optional<T> constant(Class<T> type, String name, @Nullable String word) {
        Optional<String> text = text(word);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Stream.of(type.getEnumConstants())
                .filter(constant -> constant != DeviceStatus.DELETING)
                .filter(constant -> FleetApi.word(constant).equals(text.get()))
                .findFirst()
                .orElseThrow(() -> new Rejected(
                        "ask.word",
                        "%s is \"%s\"; it must be one of %s"
                                .formatted(
                                        name,
                                        text.get(),
                                        Stream.of(type.getEnumConstants())
                                                .filter(constant -> constant != DeviceStatus.DELETING)
                                                .map(FleetApi::word)
                                                .toList()))));
    }
}
