package dev.varve.server.fleet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One page of a list of devices, and the number of all devices in the list. It holds no more than the devices up to the end of
 * the page, whatever the size of the fleet.
 */
record DeviceSelection(List<DeviceGroup> page, int total) {

    DeviceSelection {
        page = List.copyOf(page);
    }

    /** Returns a page of devices that are in the order of the list already. */
    static DeviceSelection inOrder(Stream<DeviceGroup> devices, int from, int limit) {
        List<DeviceGroup> page = new ArrayList<>();
        int total = 0;
        for (Iterator<DeviceGroup> each = devices.iterator(); each.hasNext(); total++) {
            DeviceGroup device = each.next();
            if (total >= from && page.size() < limit) {
                page.add(device);
            }
        }
        return new DeviceSelection(page, total);
    }

    private record Place<K>(DeviceGroup device, K key) {}

    /**
     * Returns a page of devices in the order of a key. Each key is read once: readings keep arriving, and an order must be stable.
     *
     * @param order the order of keys; devices with equal keys are in the order of their ids
     */
    static <K> DeviceSelection sorted(
            Stream<DeviceGroup> devices,
            Function<DeviceGroup, K> key,
            Comparator<? super K> order,
            int from,
            int limit) {
        Comparator<Place<K>> places = Comparator.<Place<K>, K>comparing(Place::key, order)
                .thenComparing(place -> place.device().deviceId());
        long end = (long) from + limit;
        // The worst place is at the head, and gives way to a better one.
        PriorityQueue<Place<K>> best = new PriorityQueue<>(places.reversed());
        int total = 0;
        for (Iterator<DeviceGroup> each = devices.iterator(); each.hasNext(); total++) {
            DeviceGroup device = each.next();
            Place<K> place = new Place<>(device, key.apply(device));
            if (best.size() < end) {
                best.add(place);
            } else if (places.compare(place, best.element()) < 0) {
                best.remove();
                best.add(place);
            }
        }
        List<DeviceGroup> page = best.stream()
                .sorted(places)
                .skip(from)
                .limit(limit)
                .map(Place::device)
                .toList();
        return new DeviceSelection(page, total);
    }
}
