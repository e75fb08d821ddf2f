package dev.varve.proofs.kills;

import dev.varve.proofs.kills.VictimFleet.Reading;
import dev.varve.series.OpenSeries;
import dev.varve.testkit.random.Draw;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** What the acknowledged calls of all processes stored, in the order of the keys. */
final class AcknowledgedReadings {

    private record Place(String device, Instant at) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int byDevice = device.compareTo(other.device);
            return byDevice != 0 ? byDevice : at.compareTo(other.at);
        }
    }

    private final TreeMap<Place, Reading> readings = new TreeMap<>();

    /**
     * Adds the calls of one process, and compares them with the stored readings. The call during which it was killed may
     * have been carried out.
     *
     * @param seed the seed of the process
     * @param calls the number of acknowledged calls
     */
    List<String> problems(long seed, long calls, OpenSeries<Reading> stored) {
        List<Reading> found = new ArrayList<>();
        VictimFleet.DEVICES.forEach(
                device -> found.addAll(stored.history(device).consistent().list()));
        Draw draw = new Draw(seed);
        for (long i = 0; i < calls; i++) {
            apply(RollingVictim.Call.draw(draw));
        }
        List<Reading> before = List.copyOf(readings.values());
        TreeMap<Place, Reading> without = new TreeMap<>(readings);
        apply(RollingVictim.Call.draw(draw));
        if (found.equals(List.copyOf(readings.values()))) {
            return List.of();
        }
        readings.clear();
        readings.putAll(without);
        return found.equals(before) ? List.of() : differences(before, found);
    }

    private void apply(RollingVictim.Call call) {
        Reading reading = call.reading();
        Place place = new Place(reading.deviceId(), reading.at());
        switch (call.kind()) {
            case 0 -> readings.replace(place, reading);
            case 1 -> readings.remove(place);
            default -> readings.putIfAbsent(place, reading);
        }
    }

    private static List<String> differences(List<Reading> expected, List<Reading> found) {
        List<String> problems = new ArrayList<>();
        expected.stream()
                .filter(reading -> !found.contains(reading))
                .forEach(reading -> problems.add("lost: " + reading));
        found.stream()
                .filter(reading -> !expected.contains(reading))
                .forEach(reading -> problems.add("not acknowledged as last: " + reading));
        if (problems.isEmpty()) {
            problems.add("%s readings instead of %s".formatted(found.size(), expected.size()));
        }
        return problems;
    }
}
