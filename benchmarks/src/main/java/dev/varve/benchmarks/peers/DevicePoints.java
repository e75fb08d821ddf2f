package dev.varve.benchmarks.peers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects the points of an answer by device. */
final class DevicePoints {

    private final Map<String, List<Point>> points = new HashMap<>();

    void add(String device, Point point) {
        points.computeIfAbsent(device, first -> new ArrayList<>()).add(point);
    }

    Map<String, List<Point>> all() {
        return points;
    }

    /** Returns the points of one device, or none. */
    List<Point> of(String device) {
        return points.getOrDefault(device, List.of());
    }
}
