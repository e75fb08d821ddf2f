package dev.varve.rollup;

import dev.varve.key.Parts;
import dev.varve.key.Tick;
import java.time.Instant;

/**
 * A row that lacks some statistics, or that could not be made. It does not stop other rows.
 *
 * @param rows which rows it is one of, such as {@code hourly rows}
 * @param identity the series or the value of a group that it belongs to
 * @param start the start of its bucket
 * @param reason what is missing, and why
 */
public record RowProblem(String rows, Parts identity, Instant start, String reason) {

    @Override
    public String toString() {
        return "%s, %s at %s: %s".formatted(rows, identity, Tick.SECONDS.text(start), reason);
    }
}
