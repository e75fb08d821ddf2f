package dev.varve.server.ops;

import dev.varve.table.Capacity;
import java.time.Duration;

/** Called for every request to a table, or once for requests that were sent together. */
public interface CapacityMeter {

    /**
     * Answered requests of one kind.
     *
     * @param operation the name of the operation in DynamoDB
     * @param requests the number of requests
     * @param capacity the capacity that all of them consumed; none if they failed
     * @param took the time that each of them took
     */
    record Used(
            String table, String operation, int requests, Capacity.Units capacity, Duration took, boolean isFailed) {}

    void used(Used requests);
}
