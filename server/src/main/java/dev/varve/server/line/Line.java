package dev.varve.server.line;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The result of parsing one line of a body. */
public sealed interface Line {

    /** Returns its number in the body, from 1. */
    int number();

    /**
     * A point.
     *
     * @param tags by name, sorted
     * @param fields numbers by name; true is 1 and false is 0
     * @param texts fields that are texts
     * @param timestamp in the unit of the body, or null if the line has none
     */
    record Point(
            int number,
            String measurement,
            Map<String, String> tags,
            Map<String, Double> fields,
            Map<String, String> texts,
            @Nullable Long timestamp)
            implements Line {}

    /** A line that is not a point, and why. */
    record Bad(int number, String reason) implements Line {}
}
