package dev.varve.server.api.fleet;

import java.time.Instant;
import java.util.List;

/**
 * The result of comparing rollup rows with their events.
 *
 * @param checked The number of rows that were compared.
 * @param sealed The number of rows whose events are gone. They cannot be compared any more.
 * @param wrongRows The number of rows that differ from their events.
 * @param pendingRows The number of rows that differ because changes are not processed yet, and of group rows that wait for
 *     their next refresh. Always 0 after a rebuild.
 * @param wrong The first of the wrong rows.
 * @param foreign Keys of items between events or rows that are neither. They are ignored.
 * @param rebuilt The number of rows that a rebuild corrected.
 * @param incompleteRows The number of rows that lack a statistic because no DynamoDB number can hold it. They are not wrong.
 * @param failedRows The number of rows that could not be built or compared.
 * @param problems The first of the incomplete and failed rows.
 */
public record RollupCheck(
        long checked,
        long sealed,
        long wrongRows,
        long pendingRows,
        List<RowProblem> wrong,
        List<String> foreign,
        long rebuilt,
        long incompleteRows,
        long failedRows,
        List<RowProblem> problems) {

    /**
     * A row with a problem.
     *
     * @param series The name of the series.
     * @param identity The identity that the row belongs to.
     * @param tier The tier of the row.
     * @param start The start of its time.
     * @param problem The problem.
     */
    public record RowProblem(String series, String identity, String tier, Instant start, String problem) {}

    public RollupCheck {
        wrong = List.copyOf(wrong);
        foreign = List.copyOf(foreign);
        problems = List.copyOf(problems);
    }

    /** Returns this result with its wrong rows counted as pending. */
    public RollupCheck withWrongRowsPending() {
        return new RollupCheck(
                checked,
                sealed,
                0,
                pendingRows + wrongRows,
                wrong,
                foreign,
                rebuilt,
                incompleteRows,
                failedRows,
                problems);
    }
}
