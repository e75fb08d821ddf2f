package dev.varve.server.ops;

import dev.varve.table.Capacity;
import java.time.Duration;

/** Is told of every request to a table. */
public interface CapacityMeter {

    /**
     * A request that was answered.
     *
     * @param operation what DynamoDB calls it
     * @param capacity what it used, nothing where it failed
     */
    record Used(String table, String operation, Capacity.Units capacity, Duration took, boolean isFailed) {}

    void used(Used request);
}
