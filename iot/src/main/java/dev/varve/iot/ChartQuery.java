package dev.varve.iot;

import dev.varve.error.Rejected;
import dev.varve.key.TimeRange;
import dev.varve.rollup.Lttb;
import dev.varve.rollup.RollupQuery;
import dev.varve.rollup.RollupRow;
import dev.varve.series.History;
import dev.varve.table.Explanation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A query for a chart of one device in a range of time. Each step returns a new query; {@link #read} runs it.
 *
 * <p>The readings of a short range are read, and downsampled so that each line keeps its shape ({@link Lttb}). If there
 * are too many of them, or none, or the range is long, the rows of the finest tier with few enough rows are read instead.
 */
public final class ChartQuery<E extends Record> {

    /** A chart of two points is the smallest one. */
    private static final int MIN_POINTS = 2;

    /** Up to this number of readings, a chart shows all of them, downsampled; beyond it, rows. */
    private static final int RAW_READINGS = 20_000;

    /** The same limit for ranges of a few hours, in which rows would be too few for a line. */
    private static final int RAW_READINGS_OF_HOURS = 150_000;

    private static final long FEW_HOURS = 4;

    /** Readings are tried up to this number of hours, because fewer hourly rows make no line. */
    private static final int RAW_HOURS = 48;

    /** In a chart of many points, readings are tried while there would be only one hourly row for this many points. */
    private static final int POINTS_PER_ROW = 8;

    private final OpenDevice<E> device;
    private final ReadingFields<E> numbers;
    private final TimeRange range;
    private final int points;
    private final SortedSet<String> fields;

    ChartQuery(OpenDevice<E> device, ReadingFields<E> numbers, TimeRange range, int points) {
        this(device, numbers, range, points, new TreeSet<>());
    }

    private ChartQuery(
            OpenDevice<E> device, ReadingFields<E> numbers, TimeRange range, int points, SortedSet<String> fields) {
        if (points < 1) {
            throw new Rejected("iot.points", "a chart of %s points is not possible".formatted(points));
        }
        this.device = device;
        this.numbers = numbers;
        this.range = range;
        this.points = points;
        this.fields = fields;
    }

    /** Selects the lines of these fields; without fields, the lines of all. */
    public ChartQuery<E> fields(Collection<String> names) {
        return new ChartQuery<>(device, numbers, range, points, new TreeSet<>(names));
    }

    /** Reads the chart. */
    public DeviceChart read() {
        List<E> readings = isShort() ? readings().limit(maxReadings() + 1).list() : List.of();
        return readings.isEmpty() || readings.size() > maxReadings() ? ofRows() : ofReadings(readings);
    }

    /** Describes what reading the chart would cost, without reading it. */
    public Explanation explain() {
        return isShort() ? readings().explain() : rows().explain();
    }

    private boolean isShort() {
        return hours() <= Math.max(RAW_HOURS, points / POINTS_PER_ROW);
    }

    private int maxReadings() {
        return hours() < FEW_HOURS ? RAW_READINGS_OF_HOURS : RAW_READINGS;
    }

    private long hours() {
        return Duration.between(range.from(), range.to()).toHours();
    }

    private History<E> readings() {
        return device.readings().between(range.from(), range.to());
    }

    /** The first row begins before the range, so that its line does. */
    private RollupQuery rows() {
        return device.rows().auto(points).overlapping(range.from(), range.to());
    }

    private DeviceChart ofReadings(List<E> readings) {
        SortedMap<String, List<DeviceChart.Point>> lines = empty();
        for (E reading : readings) {
            for (Map.Entry<String, Double> number : numbers.numbers(reading).entrySet()) {
                if (fields.isEmpty() || fields.contains(number.getKey())) {
                    lines.computeIfAbsent(number.getKey(), first -> new ArrayList<>())
                            .add(new DeviceChart.Point(numbers.at(reading), number.getValue()));
                }
            }
        }
        lines.replaceAll((field, line) -> Lttb.thin(
                line, Math.max(MIN_POINTS, points), point -> point.at().toEpochMilli(), DeviceChart.Point::value));
        return new DeviceChart.OfReadings(readings.size() > points, lines);
    }

    private DeviceChart ofRows() {
        RollupQuery query = rows();
        List<RollupRow> rows = query.list();
        SortedMap<String, List<RollupRow>> lines = empty();
        if (fields.isEmpty()) {
            rows.forEach(row -> numbers.measured(row).forEach(field -> lines.put(field, List.of())));
        }
        lines.replaceAll((field, none) -> rows.stream()
                .filter(row -> ReadingFields.isMeasured(row, field))
                .toList());
        return new DeviceChart.OfRows(query.grain(), lines);
    }

    /** Returns an empty line for each selected field. */
    private <P> SortedMap<String, List<P>> empty() {
        SortedMap<String, List<P>> lines = new TreeMap<>();
        fields.forEach(field -> lines.put(field, new ArrayList<>()));
        return lines;
    }
}
