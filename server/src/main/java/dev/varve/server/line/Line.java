package dev.varve.server.line;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one line of a body turned out to be. */
public sealed interface Line {

    /** Returns its number in the body, from 1. */
    int number();

    /**
     * A point.
     *
     * @param tags by their names, in order
     * @param fields numbers by their names; true is 1 and false is 0
     * @param texts fields that are texts
     * @param timestamp in the unit of the body, or null where the line has none
     */
    record Point(
            int number,
            String measurement,
            Map<String, String> tags,
            Map<String, Double> fields,
            Map<String, String> texts,
            @Nullable Long timestamp)
            implements Line {}

    /** A line that is none, and why. */
    record Bad(int number, String reason) implements Line {}
}
