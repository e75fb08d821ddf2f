package dev.varve.rollup.internal;

import dev.varve.error.Retry;
import dev.varve.error.VarveException;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.key.Parts;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RowProblem;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The newest rows that a process found incomplete or could not compute; thread-safe. */
final class RowProblems {

    /** The number of problems that are kept. */
    static final int MAX_PROBLEMS = 100;

    private record Place(String rows, Parts identity, Instant start) {}

    private final Map<Place, RowProblem> known = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Place, RowProblem> eldest) {
            return size() > MAX_PROBLEMS;
        }
    };
    // Most rows have no problem: they must not wait for the lock.
    private volatile boolean isEmpty = true;

    synchronized void add(RowProblem problem) {
        Place place = new Place(problem.rows(), problem.identity(), problem.start());
        known.remove(place);
        known.put(place, problem);
        isEmpty = false;
    }

    /** Records the problem of a written row, or removes it if the row is complete. */
    void written(TierRows rows, Parts identity, Instant start, @Nullable RowProblem problem) {
        if (problem != null) {
            add(problem);
        } else if (!isEmpty) {
            remove(new Place(rows.mapping().role(), identity, start));
        }
    }

    private synchronized void remove(Place place) {
        known.remove(place);
        isEmpty = known.isEmpty();
    }

    synchronized List<RowProblem> list() {
        return List.copyOf(known.values());
    }

    /** Returns the problem of a row that lacks statistics, or null if it is complete. */
    static @Nullable RowProblem incomplete(Rollup declared, TierRows rows, Parts identity, Instant start, Item row) {
        List<String> missing = declared.measures().stream()
                .flatMap(measure -> measure.unstorable(row::value).stream())
                .toList();
        return missing.isEmpty()
                ? null
                : new RowProblem(
                        rows.mapping().role(),
                        identity,
                        start,
                        "%s cannot be stored: DynamoDB keeps numbers from 1E%s to 9.99E+%s"
                                .formatted(String.join(", ", missing), Num.MIN_EXPONENT, Num.MAX_EXPONENT));
    }

    /** Returns the problem of a row that could not be computed. */
    static RowProblem failed(TierRows rows, Parts identity, Instant start, Throwable error) {
        String reason = error instanceof VarveException known ? known.getMessage() : error.toString();
        return new RowProblem(rows.mapping().role(), identity, start, "cannot be computed: " + reason);
    }

    /**
     * Returns whether an error concerns one row, so that other rows can still be computed. A table that is not
     * available concerns all rows.
     */
    static boolean isOfOneRow(Throwable error) {
        return error instanceof VarveException known
                ? known.retry() == Retry.NEVER && !known.isOutage()
                : error instanceof RuntimeException;
    }
}
