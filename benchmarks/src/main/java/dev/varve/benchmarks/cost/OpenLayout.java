package dev.varve.benchmarks.cost;

import java.time.Instant;
import java.util.List;

/** A table in use. */
interface OpenLayout extends AutoCloseable {

    /** Stores readings of one minute, and their newest values if the layout stores them. */
    void store(List<SensorReading> minute);

    /** Brings the rows up to date after readings were stored. The clock is that of the minute's end. */
    void keepRows(List<SensorReading> minute);

    /** Completes the rows after the last minute. */
    default void finish() {}

    /** Reads the newest reading of a device; returns the number of results, as the other reads do. */
    int latest(String device);

    /** Reads the readings in {@code [from, to)}. */
    int readings(String device, Instant from, Instant to);

    /** Reads the hourly rows that start in {@code [from, to)}. */
    int hours(String device, Instant from, Instant to);

    /** Reads the daily rows that start in {@code [from, to)}. */
    int days(String device, Instant from, Instant to);

    @Override
    void close();
}
