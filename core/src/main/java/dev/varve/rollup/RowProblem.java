package dev.varve.rollup;

import dev.varve.key.Parts;
import dev.varve.key.Tick;
import java.time.Instant;

/**
 * A row that lacks some statistics, or that could not be computed. It does not affect other rows.
 *
 * @param rows the kind of row, such as {@code hourly rows}
 * @param identity the identity or the value of the group that it belongs to
 * @param start the start of its bucket
 * @param reason which statistics are missing, and why
 */
public record RowProblem(String rows, Parts identity, Instant start, String reason) {

    @Override
    public String toString() {
        return "%s, %s at %s: %s".formatted(rows, identity, Tick.SECONDS.text(start), reason);
    }
}
