package dev.varve.server.fleet;

import dev.varve.alert.Alert;
import dev.varve.iot.DeviceStatus;
import dev.varve.iot.DeviceType;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.FleetDevice;
import dev.varve.server.fleet.view.FleetView;
import dev.varve.server.ingest.SeriesName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A device: the entries of the registry that belong to it, at least one. What someone stated about the device is in the entry
 * that has its id; the other entries are its series.
 *
 * @param entries the entry with the id of the device first, if there is one
 */
record DeviceGroup(String deviceId, List<FleetDevice> entries) {

    DeviceGroup {
        entries = List.copyOf(entries);
    }

    /** Returns all devices of a view, in the order of their ids. */
    static Collection<DeviceGroup> all(FleetView view) {
        Map<String, DeviceGroup> groups = new TreeMap<>();
        Map<String, List<FleetDevice>> several = new HashMap<>();
        for (FleetDevice entry : view.devices()) {
            String device = SeriesName.deviceOf(entry);
            DeviceGroup before = groups.putIfAbsent(device, new DeviceGroup(device, List.of(entry)));
            if (before != null) {
                several.computeIfAbsent(device, first -> new ArrayList<>(before.entries))
                        .add(entry);
            }
        }
        several.forEach((device, entries) -> {
            entries.sort(Comparator.comparing(
                            (FleetDevice entry) -> !entry.deviceId().equals(device))
                    .thenComparing(FleetDevice::deviceId));
            groups.put(device, new DeviceGroup(device, entries));
        });
        return groups.values();
    }

    /** Returns the registered device with this id; the id of a series stands for that series alone. */
    static Optional<DeviceGroup> of(FleetView view, String id) {
        List<FleetDevice> entries = view.seriesOf(id);
        return entries.isEmpty()
                ? view.device(id).map(entry -> new DeviceGroup(id, List.of(entry)))
                : Optional.of(new DeviceGroup(id, entries));
    }

    /** Returns the device with one of its series only. */
    Optional<DeviceGroup> only(String series) {
        return entries.stream()
                .filter(entry -> entry.deviceId().equals(series))
                .findFirst()
                .map(entry -> new DeviceGroup(deviceId, List.of(entry)));
    }

    /** Returns the entry that describes the device. */
    FleetDevice main() {
        return entries.get(0);
    }

    private boolean isStated() {
        return main().deviceId().equals(deviceId);
    }

    /** Returns the entries of series. The device's own entry is one of them if it has readings, or if it is the only one. */
    List<FleetDevice> series(FleetView view) {
        boolean isOwnOnlyStated = entries.size() > 1
                && isStated()
                && view.latest(deviceId).isEmpty()
                && main().lastSeenAt().isEmpty();
        return isOwnOnlyStated ? entries.subList(1, entries.size()) : entries;
    }

    /** Returns the name that someone gave the device, or its id. */
    String name() {
        return isStated() ? main().name() : deviceId;
    }

    DeviceType type() {
        return main().type();
    }

    DeviceStatus status() {
        return main().status();
    }

    /** Returns where the device is: as someone stated, or where its newest series is. */
    Optional<String> location(FleetView view) {
        Optional<String> stated = main().location();
        if (entries.size() == 1 || (isStated() && stated.isPresent())) {
            return stated;
        }
        return entries.stream()
                .filter(entry -> entry.location().isPresent())
                .max(Comparator.comparing(entry -> seen(view, entry).orElse(Instant.MIN)))
                .flatMap(FleetDevice::location);
    }

    Optional<String> firmware() {
        return entries.stream()
                .map(FleetDevice::firmware)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Returns the labels that all series have. */
    Map<String, String> labels() {
        if (entries.size() == 1 || isStated()) {
            return main().labels();
        }
        Map<String, String> common = new TreeMap<>(main().labels());
        entries.forEach(entry -> common.entrySet().retainAll(entry.labels().entrySet()));
        return common;
    }

    Optional<Instant> createdAt() {
        return entries.stream()
                .map(FleetDevice::createdAt)
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder());
    }

    Optional<Instant> seenAt(FleetView view) {
        return entries.stream()
                .map(entry -> seen(view, entry))
                .flatMap(Optional::stream)
                .max(Comparator.naturalOrder());
    }

    static Optional<Instant> seen(FleetView view, FleetDevice entry) {
        return view.seenAt(entry.deviceId()).or(entry::lastSeenAt);
    }

    /** Returns the newest value of each field and text, with the clock of the newest reading. */
    Optional<DynamicReading> latest(FleetView view) {
        if (entries.size() == 1) {
            return view.latest(main().deviceId());
        }
        List<DynamicReading> readings = new ArrayList<>();
        entries.forEach(entry -> view.latest(entry.deviceId()).ifPresent(readings::add));
        // Of two series with the same clock the first one counts; its values are put last.
        Collections.reverse(readings);
        readings.sort(Comparator.comparing(DynamicReading::at));
        if (readings.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Double> fields = new HashMap<>();
        Map<String, String> texts = new HashMap<>();
        for (DynamicReading reading : readings) {
            fields.putAll(reading.fields());
            texts.putAll(reading.texts());
        }
        DynamicReading newest = readings.get(readings.size() - 1);
        return Optional.of(new DynamicReading(deviceId, newest.at(), fields, newest.location(), texts));
    }

    /** Returns the newest value of a field, or another number if there is none. */
    double number(FleetView view, String field, double other) {
        if (entries.size() == 1) {
            return view.number(main().deviceId(), field, other);
        }
        return latest(view).map(reading -> reading.fields().get(field)).orElse(other);
    }

    /** Returns the entry whose newest reading has a field: the newest one of them. */
    Optional<FleetDevice> having(FleetView view, String field) {
        if (entries.size() == 1) {
            return Optional.of(main());
        }
        return entries.stream()
                .filter(entry -> view.latest(entry.deviceId())
                        .map(reading -> reading.fields().containsKey(field))
                        .orElse(false))
                .max(Comparator.comparing(entry -> seen(view, entry).orElse(Instant.MIN)));
    }

    List<Alert> alerts(FleetView view) {
        return entries.stream()
                .flatMap(entry -> view.alerts(entry.deviceId()).stream())
                .toList();
    }

    /**
     * Returns whether a search finds the device: by its id or name, or by id, location or labels of its series.
     *
     * @param wanted the text to search for, in lower case
     */
    boolean matches(String wanted) {
        if (contains(deviceId, wanted) || contains(name(), wanted)) {
            return true;
        }
        for (FleetDevice entry : entries) {
            // The texts are looked at without streams, because a search passes over all devices of the fleet.
            if (contains(entry.deviceId(), wanted)
                    || (entry.location().isPresent()
                            && contains(entry.location().get(), wanted))) {
                return true;
            }
            for (String label : entry.labels().values()) {
                if (contains(label, wanted)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean contains(String text, String wanted) {
        return text.contains(wanted) || text.toLowerCase(Locale.ROOT).contains(wanted);
    }
}
