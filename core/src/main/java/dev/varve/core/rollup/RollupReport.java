package dev.varve.core.rollup;

import dev.varve.core.item.Item;
import dev.varve.core.key.Parts;
import dev.varve.core.key.Tick;
import dev.varve.core.table.Key;
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
 * @param findings the first of these
 * @param foreign the keys of the first items that lie among events or rows and are none, because no template of the
 *     series writes such a key; they are passed over, and change no row
 */
public record RollupReport(long series, long rows, long sealed, long wrong, List<Finding> findings, List<Key> foreign) {

    /** So many findings are told one by one. */
    static final int MAX_FINDINGS = 100;

    public RollupReport {
        findings = List.copyOf(findings);
        foreign = List.copyOf(foreign);
    }

    /** Returns one report of what several found. */
    static RollupReport sum(List<RollupReport> reports) {
        return new RollupReport(
                reports.stream().mapToLong(RollupReport::series).sum(),
                reports.stream().mapToLong(RollupReport::rows).sum(),
                reports.stream().mapToLong(RollupReport::sealed).sum(),
                reports.stream().mapToLong(RollupReport::wrong).sum(),
                reports.stream()
                        .flatMap(report -> report.findings().stream())
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

    public boolean isClean() {
        return wrong == 0;
    }

    /** Returns a text for people. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(
                "%s rows of %s series compared, %s wrong, %s sealed".formatted(rows, series, wrong, sealed));
        findings.forEach(finding -> text.append("\n  ").append(finding));
        text.append(wrong > findings.size() ? "\n  …" : "");
        foreign.forEach(key -> text.append("\n  passed over: item ")
                .append(key)
                .append(" lies among the events or rows, and no template of the series writes its key"));
        return text.toString();
    }
}
