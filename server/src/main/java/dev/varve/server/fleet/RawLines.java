package dev.varve.server.fleet;

import dev.varve.iot.DynamicReading;
import dev.varve.rollup.Lttb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Readings as the lines of a chart, one for each field. */
final class RawLines {

    private RawLines() {}

    private record Point(long millis, double value) {}

    /** Returns the lines of these fields, or of all, each thinned to so many points. */
    static Map<String, Object> of(List<DynamicReading> readings, List<String> wanted, int points) {
        TreeSet<String> fields = new TreeSet<>(wanted);
        if (fields.isEmpty()) {
            readings.forEach(reading -> fields.addAll(reading.fields().keySet()));
        }
        Map<String, Object> lines = new TreeMap<>();
        for (String field : fields) {
            List<Point> all = new ArrayList<>();
            for (DynamicReading reading : readings) {
                Double value = reading.fields().get(field);
                if (value != null) {
                    all.add(new Point(reading.at().toEpochMilli(), value));
                }
            }
            List<Point> kept = Lttb.thin(all, Math.max(2, points), Point::millis, Point::value);
            lines.put(
                    field,
                    Map.of(
                            "t",
                            kept.stream().map(Point::millis).toList(),
                            "avg",
                            kept.stream().map(Point::value).toList()));
        }
        return lines;
    }
}
