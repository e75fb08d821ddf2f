package dev.varve.server.fleet;

import dev.varve.iot.DeviceChart;
import dev.varve.key.TimeRange;
import dev.varve.rollup.RollupRow;
import dev.varve.server.api.fleet.DeviceSeries;
import dev.varve.server.api.fleet.SeriesLines;
import dev.varve.server.ingest.SeriesName;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The charts of a device as JSON. */
final class ChartLines {

    private ChartLines() {}

    /** Returns the charts of series of a device, at least one. */
    static DeviceSeries of(String device, TimeRange range, Map<SeriesName, DeviceChart> charts) {
        List<SeriesLines> all = charts.entrySet().stream()
                .map(entry -> lines(entry.getKey(), entry.getValue()))
                .toList();
        if (all.size() == 1) {
            SeriesLines only = all.get(0);
            return new DeviceSeries(device, range.from(), range.to(), only.tier(), only.thinned(), only.fields(), null);
        }
        DeviceSeries.Tier coarsest = all.stream()
                .map(SeriesLines::tier)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return new DeviceSeries(
                device, range.from(), range.to(), coarsest, all.stream().anyMatch(SeriesLines::thinned), Map.of(), all);
    }

    private static SeriesLines lines(SeriesName series, DeviceChart chart) {
        Map<String, DeviceSeries.Line> lines = new TreeMap<>();
        if (chart instanceof DeviceChart.OfRows rows) {
            rows.lines().forEach((field, line) -> lines.put(field, ofRows(field, line)));
            DeviceSeries.Tier tier =
                    DeviceSeries.Tier.valueOf(rows.tier().word().toUpperCase(Locale.ROOT));
            return lines(series, tier, false, lines);
        }
        DeviceChart.OfReadings readings = (DeviceChart.OfReadings) chart;
        readings.lines().forEach((field, line) -> lines.put(field, ofReadings(line)));
        return lines(series, DeviceSeries.Tier.RAW, readings.isDownsampled(), lines);
    }

    private static SeriesLines lines(
            SeriesName series, DeviceSeries.Tier tier, boolean isThinned, Map<String, DeviceSeries.Line> lines) {
        return new SeriesLines(
                series.id(), series.measurement().orElse(null), series.otherTags(), tier, isThinned, lines);
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
