package dev.varve.rollup;

import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.table.Key;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a look at all rows of a range found.
 *
 * @param series how many series were looked at
 * @param rows how many rows were compared with what they are made of
 * @param sealed how many rows were not, because some of that may have expired
 * @param wrong how many rows were not as they should be
 * @param pending how many rows of groups differ because their refresh is due and has not run yet; they are not wrong
 * @param incomplete how many rows lack a statistic because no DynamoDB number can hold it; such a row is not wrong
 * @param failed how many rows could not be made or compared; they are passed over
 * @param findings the first of the wrong rows
 * @param problems the first of the rows that are incomplete or failed
 * @param foreign the keys of the first items that lie among events or rows and are none, because no template of the
 *     series writes such a key; they are passed over, and change no row
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

    /** The number of findings, and of problems, that are listed one by one. */
    public static final int MAX_FINDINGS = 100;

    public RollupReport {
        findings = List.copyOf(findings);
        problems = List.copyOf(problems);
        foreign = List.copyOf(foreign);
    }

    /** Returns one report of what several found. */
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
     * A row that is not as it should be.
     *
     * @param rows which rows it is one of
     * @param identity whose it is
     * @param stored what it says, or null where there is none
     * @param expected what it should say
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

    /** Returns a text for people. */
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
        foreign.forEach(key -> text.append("\n  passed over: item ")
                .append(key)
                .append(" lies among the events or rows, and no template of the series writes its key"));
        return text.toString();
    }
}
