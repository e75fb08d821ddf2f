package dev.varve.server.ops;

import dev.varve.table.Capacity;
import java.time.Duration;

/** Called for every request to a table. */
public interface CapacityMeter {

    /**
     * An answered request.
     *
     * @param operation the name of the operation in DynamoDB
     * @param capacity the consumed capacity; none if the request failed
     */
    record Used(String table, String operation, Capacity.Units capacity, Duration took, boolean isFailed) {}

    void used(Used request);
}
