package dev.varve.iot;

import dev.varve.key.Grain;
import dev.varve.rollup.RollupRow;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;

/** The lines of a chart of one device, one for each field: readings while they are few, otherwise rows of a tier. */
public sealed interface DeviceChart {

    /** The value of a field at an instant. */
    record Point(Instant at, double value) {}

    /**
     * A chart of readings.
     *
     * @param isDownsampled whether there are more readings than points
     * @param lines the points by field, in the order of time
     */
    record OfReadings(boolean isDownsampled, SortedMap<String, List<Point>> lines) implements DeviceChart {}

    /**
     * A chart of rows.
     *
     * @param tier the grain of the rows
     * @param lines the rows that have statistics of a field, by field, in the order of time
     */
    record OfRows(Grain tier, SortedMap<String, List<RollupRow>> lines) implements DeviceChart {}
}
