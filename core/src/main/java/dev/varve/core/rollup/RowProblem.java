package dev.varve.core.rollup;

import dev.varve.core.Retry;
import dev.varve.core.VarveException;
import dev.varve.core.key.Parts;
import dev.varve.core.key.Tick;
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

    /** Returns the problem of a row that could not be made. */
    static RowProblem failed(Rows rows, Parts identity, Instant start, Throwable error) {
        String reason = error instanceof VarveException known ? known.getMessage() : error.toString();
        return new RowProblem(rows.form().role(), identity, start, "cannot be made: " + reason);
    }

    /**
     * Returns whether an error belongs to one row, so that other rows can be made. A table that does not answer is the
     * problem of all rows.
     */
    static boolean isOfOneRow(Throwable error) {
        return error instanceof VarveException known
                ? known.retry() == Retry.NEVER && !known.isOutage()
                : error instanceof RuntimeException;
    }

    @Override
    public String toString() {
        return "%s, %s at %s: %s".formatted(rows, identity, Tick.SECONDS.text(start), reason);
    }
}
