package dev.varve.rollup;

import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.table.Key;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of verifying or rebuilding the rows of a range.
 *
 * @param series the number of identities that were checked
 * @param rows the number of rows that were compared with their source
 * @param sealed the number of rows that were not compared, because some of their source may have expired
 * @param wrong the number of rows that differ from their source
 * @param pending the number of group rows that differ because their refresh has not run yet; they are not wrong
 * @param incomplete the number of rows that lack a statistic because no DynamoDB number can hold it; they are not wrong
 * @param failed the number of rows that could not be computed or compared; they are skipped
 * @param findings the first wrong rows
 * @param problems the first rows that are incomplete or failed
 * @param foreign the keys of the first items that lie among events or rows but match no key template of the series;
 *     they are skipped and change no row
 */
public record RollupReport(
        long series,
        long rows,
        long sealed,
        long wrong,
        long pending,
        long incomplete,
        long failed,
        List<Finding> findings,
        List<RowProblem> problems,
        List<Key> foreign) {

    /** The maximum number of findings, and of problems, in a report. */
    public static final int MAX_FINDINGS = 100;

    public RollupReport {
        findings = List.copyOf(findings);
        problems = List.copyOf(problems);
        foreign = List.copyOf(foreign);
    }

    /** Returns the sum of several reports. */
    public static RollupReport sum(List<RollupReport> reports) {
        return new RollupReport(
                reports.stream().mapToLong(RollupReport::series).sum(),
                reports.stream().mapToLong(RollupReport::rows).sum(),
                reports.stream().mapToLong(RollupReport::sealed).sum(),
                reports.stream().mapToLong(RollupReport::wrong).sum(),
                reports.stream().mapToLong(RollupReport::pending).sum(),
                reports.stream().mapToLong(RollupReport::incomplete).sum(),
                reports.stream().mapToLong(RollupReport::failed).sum(),
                reports.stream()
                        .flatMap(report -> report.findings().stream())
                        .limit(MAX_FINDINGS)
                        .toList(),
                reports.stream()
                        .flatMap(report -> report.problems().stream())
                        .limit(MAX_FINDINGS)
                        .toList(),
                reports.stream()
                        .flatMap(report -> report.foreign().stream())
                        .distinct()
                        .limit(MAX_FINDINGS)
                        .toList());
    }

    /**
     * A row that differs from its source.
     *
     * @param rows the kind of row, such as {@code hourly rows}
     * @param identity the identity or the value of the group that it belongs to
     * @param stored the stored row, or null if there is none
     * @param expected the row computed from its source
     */
    public record Finding(
            String rows,
            Parts identity,
            Instant start,
            @Nullable Item stored,
            Item expected) {
        @Override
        public String toString() {
            return "%s, %s at %s: is %s, should be %s"
                    .formatted(rows, identity, Tick.SECONDS.text(start), stored == null ? "absent" : stored, expected);
        }
    }

    /** Returns whether every row is correct. A row is correct although it lacks a statistic that cannot be stored. */
    public boolean isClean() {
        return wrong == 0 && pending == 0 && failed == 0;
    }

    /** Returns a readable summary. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(
                "%s rows of %s series compared, %s wrong, %s sealed".formatted(rows, series, wrong, sealed));
        text.append(pending == 0 ? "" : ", %s pending".formatted(pending));
        text.append(incomplete == 0 ? "" : ", %s incomplete".formatted(incomplete));
        text.append(failed == 0 ? "" : ", %s failed".formatted(failed));
        findings.forEach(finding -> text.append("\n  ").append(finding));
        text.append(wrong > findings.size() ? "\n  …" : "");
        problems.forEach(problem -> text.append("\n  ").append(problem));
        text.append(incomplete + failed > problems.size() ? "\n  …" : "");
        foreign.forEach(key -> text.append("\n  skipped: item ")
                .append(key)
                .append(" lies among the events or rows, but no key template of the series writes its key"));
        return text.toString();
    }
}
