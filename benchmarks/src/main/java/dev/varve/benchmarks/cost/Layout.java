package dev.varve.benchmarks.cost;

import dev.varve.engine.Engine;
import dev.varve.testkit.MutableClock;

/** A way to keep readings, their newest values, and hourly and daily rows in a table. */
interface Layout {

    /** The table that every layout uses. */
    String TABLE = "telemetry";

    /** Returns the name in the report. */
    String name();

    /** Returns whether twice the sensors cost twice as much, so that few of them tell the cost of many. */
    default boolean isProportional() {
        return true;
    }

    /**
     * Returns the share of the units for storing readings that DynamoDB Local reports. It counts actions of one price in a
     * transaction once; DynamoDB counts each.
     */
    default double shareCountedByLocal() {
        return 1;
    }

    /** Returns whether this is the layout that the goal is about. */
    default boolean isPacked() {
        return false;
    }

    /** Opens the table on an empty engine, which stays open. */
    OpenLayout open(Engine engine, MutableClock clock);
}
