package dev.varve.server.fleet;

import dev.varve.iot.DeviceChart;
import dev.varve.key.TimeRange;
import dev.varve.rollup.RollupRow;
import dev.varve.server.api.fleet.DeviceSeries;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A chart of a device as JSON. */
final class ChartLines {

    private ChartLines() {}

    static DeviceSeries series(String device, TimeRange range, DeviceChart chart) {
        Map<String, DeviceSeries.Line> lines = new TreeMap<>();
        if (chart instanceof DeviceChart.OfRows rows) {
            rows.lines().forEach((field, line) -> lines.put(field, ofRows(field, line)));
            DeviceSeries.Tier tier =
                    DeviceSeries.Tier.valueOf(rows.tier().word().toUpperCase(Locale.ROOT));
            return new DeviceSeries(device, range.from(), range.to(), tier, false, lines);
        }
        DeviceChart.OfReadings readings = (DeviceChart.OfReadings) chart;
        readings.lines().forEach((field, line) -> lines.put(field, ofReadings(line)));
        return new DeviceSeries(
                device, range.from(), range.to(), DeviceSeries.Tier.RAW, readings.isDownsampled(), lines);
    }

    private static DeviceSeries.Line ofReadings(List<DeviceChart.Point> points) {
        return new DeviceSeries.Line(
                points.stream().map(point -> point.at().toEpochMilli()).toList(),
                RollupTable.values(points, DeviceChart.Point::value),
                null,
                null,
                null);
    }

    /** Returns the line of a field; a row may lack an average that cannot be stored. */
    static DeviceSeries.Line ofRows(String field, List<RollupRow> rows) {
        return new DeviceSeries.Line(
                rows.stream().map(row -> row.start().toEpochMilli()).toList(),
                RollupTable.values(rows, row -> RollupTable.orNull(row.avg(field))),
                RollupTable.values(rows, row -> RollupTable.orNull(row.min(field))),
                RollupTable.values(rows, row -> RollupTable.orNull(row.max(field))),
                rows.stream().map(row -> row.count(field)).toList());
    }
}
