package dev.varve.server.fleet;

import dev.varve.alert.Alert;
import dev.varve.alert.Severity;
import dev.varve.server.api.fleet.LocationJson;
import dev.varve.server.fleet.view.FleetView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The locations of devices; the ones with the worst alerts come first. */
final class Locations {

    private static final List<Severity> SEVERITIES = List.of(Severity.values());

    /** The state of one location. */
    private static final class Place {
        private final String name;
        private int devices;
        private int online;
        private int alerts;
        private @Nullable Severity worst;

        Place(String name) {
            this.name = name;
        }

        int urgency() {
            return worst == null ? 0 : SEVERITIES.indexOf(worst) + 1;
        }

        int offline() {
            return devices - online;
        }

        LocationJson json() {
            return new LocationJson(name, devices, online, alerts, worst);
        }
    }

    private static final Comparator<Place> BY_NEED = Comparator.comparingInt(Place::urgency)
            .thenComparingInt((Place place) -> place.alerts)
            .thenComparingInt(Place::offline)
            .reversed()
            .thenComparing(place -> place.name);

    private final List<Place> places;

    private Locations(List<Place> places) {
        this.places = places;
    }

    /** Collects the locations of devices whose name contains a text. */
    static final class Builder {

        private final FleetView view;
        private final String wanted;
        private final Map<String, Place> places = new HashMap<>();

        /** @param wanted the text in lower case; empty for all locations */
        Builder(FleetView view, String wanted) {
            this.view = view;
            this.wanted = wanted;
        }

        void add(DeviceGroup device, boolean isOnline) {
            Optional<String> location = device.location(view);
            if (location.isEmpty()
                    || (!wanted.isEmpty()
                            && !location.get().toLowerCase(Locale.ROOT).contains(wanted))) {
                return;
            }
            Place place = places.computeIfAbsent(location.get(), Place::new);
            place.devices++;
            place.online += isOnline ? 1 : 0;
            for (Alert alert : device.alerts(view)) {
                place.alerts++;
                Severity before = place.worst;
                place.worst = before == null || alert.severity().compareTo(before) > 0 ? alert.severity() : before;
            }
        }

        Locations build() {
            List<Place> sorted = new ArrayList<>(places.values());
            sorted.sort(BY_NEED);
            return new Locations(sorted);
        }
    }

    /** Collects the locations of all devices whose name contains a text. */
    static Locations of(
            FleetView view, Collection<DeviceGroup> devices, Predicate<DeviceGroup> isOnline, String wanted) {
        Builder locations = new Builder(view, wanted);
        devices.forEach(device -> locations.add(device, isOnline.test(device)));
        return locations.build();
    }

    int count() {
        return places.size();
    }

    /** Returns some locations, starting at an offset. */
    List<LocationJson> shown(int from, int limit) {
        return places.stream().skip(from).limit(limit).map(Place::json).toList();
    }
}
