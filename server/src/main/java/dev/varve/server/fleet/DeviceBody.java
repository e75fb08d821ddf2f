package dev.varve.server.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.entity.Patch;
import dev.varve.error.Rejected;
import dev.varve.iot.DeviceStatus;
import dev.varve.iot.DeviceType;
import dev.varve.iot.FleetDevice;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What people say of a device when they register or change it. */
final class DeviceBody {

    private DeviceBody() {}

    static FleetDevice device(String id, JsonNode body) {
        FleetDevice plain = FleetDevice.of(id, text(body, "name").orElse(id));
        return new FleetDevice(
                id,
                plain.name(),
                constant(DeviceType.class, body, "type").orElse(plain.type()),
                constant(DeviceStatus.class, body, "status").orElse(plain.status()),
                text(body, "location"),
                text(body, "firmware"),
                labels(body),
                plain.lastSeenAt(),
                plain.createdAt(),
                plain.updatedAt());
    }

    /** Changes what is given; labels are replaced by the ones given, all of them. */
    static Patch<FleetDevice> patch(Patch<FleetDevice> patch, JsonNode body) {
        Patch<FleetDevice> changed = patch;
        for (String name : new String[] {"name", "location", "firmware"}) {
            Optional<String> given = text(body, name);
            if (given.isPresent()) {
                changed = changed.set(name, given.get());
            }
        }
        Optional<DeviceType> type = constant(DeviceType.class, body, "type");
        if (type.isPresent()) {
            changed = changed.set("type", type.get());
        }
        Optional<DeviceStatus> status = constant(DeviceStatus.class, body, "status");
        if (status.isPresent()) {
            changed = changed.set("status", status.get());
        }
        return body.has("labels") ? changed.set("labels", labels(body)) : changed;
    }

    private static Map<String, String> labels(JsonNode body) {
        Map<String, String> labels = new TreeMap<>();
        body.path("labels")
                .properties()
                .forEach(entry -> labels.put(entry.getKey(), entry.getValue().asText()));
        return labels;
    }

    private static Optional<String> text(JsonNode body, String name) {
        return Optional.of(body.path(name).asText("")).filter(text -> !text.isEmpty());
    }

    private static <T extends Enum<T>> Optional<T> constant(Class<T> type, JsonNode body, String name) {
        Optional<String> text = text(body, name);
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
