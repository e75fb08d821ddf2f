package dev.varve.server.fleet;

import dev.varve.iot.DynamicReading;
import dev.varve.rollup.Lttb;
import dev.varve.rollup.RollupRow;
import dev.varve.server.api.fleet.DeviceSeries;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Turns readings and rollup rows into chart lines, one for each field. */
final class ChartLines {

    private ChartLines() {}

    private record Point(long millis, double value) {}

    /** Returns the lines of these fields, or of all if none are given, each downsampled to this number of points. */
    static Map<String, DeviceSeries.Line> ofReadings(List<DynamicReading> readings, List<String> wanted, int points) {
        TreeSet<String> fields = new TreeSet<>(wanted);
        if (fields.isEmpty()) {
            readings.forEach(reading -> fields.addAll(reading.fields().keySet()));
        }
        Map<String, DeviceSeries.Line> lines = new TreeMap<>();
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
                    new DeviceSeries.Line(
                            kept.stream().map(Point::millis).toList(),
                            RollupTable.values(kept, Point::value),
                            null,
                            null,
                            null));
        }
        return lines;
    }

    /** Returns the lines of these fields, or of all if none are given. */
    static Map<String, DeviceSeries.Line> ofRows(List<RollupRow> rows, List<String> wanted) {
        TreeSet<String> fields = new TreeSet<>(wanted);
        if (fields.isEmpty()) {
            rows.forEach(row -> fields.addAll(row.entries(RollupTable.NUMBERS)));
        }
        Map<String, DeviceSeries.Line> lines = new TreeMap<>();
        for (String field : fields) {
            List<RollupRow> having = rows.stream()
                    .filter(row -> RollupTable.isMeasured(row, field))
                    .toList();
            lines.put(
                    field,
                    new DeviceSeries.Line(
                            having.stream()
                                    .map(row -> row.start().toEpochMilli())
                                    .toList(),
                            RollupTable.values(having, row -> RollupTable.orNull(row.avg(field))),
                            RollupTable.values(having, row -> RollupTable.orNull(row.min(field))),
                            RollupTable.values(having, row -> RollupTable.orNull(row.max(field))),
                            having.stream().map(row -> row.count(field)).toList()));
        }
        return lines;
    }
}
