package dev.varve.analytics.stats.internal;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.stats.Breakdown;
import dev.varve.analytics.stats.BreakdownRow;
import dev.varve.analytics.stats.Dimension;
import dev.varve.analytics.stats.HitDimension;
import dev.varve.analytics.stats.SessionDimension;
import dev.varve.analytics.stats.TrafficTotals;
import dev.varve.error.Rejected;
import dev.varve.key.TimeRange;
import dev.varve.rollup.RollupRow;
import dev.varve.sketches.DistinctCount;
import dev.varve.sketches.Frequent;
import dev.varve.sketches.TopK;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Rows of one site: of its page views, events and sessions. */
public record SiteRows(List<RollupRow> pageViews, List<RollupRow> events, List<RollupRow> sessions) {

    public static SiteRows none() {
        return new SiteRows(List.of(), List.of(), List.of());
    }

    public SiteRows and(SiteRows more) {
        return new SiteRows(both(pageViews, more.pageViews), both(events, more.events), both(sessions, more.sessions));
    }

    private static List<RollupRow> both(List<RollupRow> some, List<RollupRow> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    /** Returns the rows that start in a range. */
    public SiteRows in(TimeRange range) {
        return new SiteRows(in(pageViews, range), in(events, range), in(sessions, range));
    }

    private static List<RollupRow> in(List<RollupRow> rows, TimeRange range) {
        return rows.stream().filter(row -> range.contains(row.start())).toList();
    }

    /** Returns the number of distinct visitors of page views and events. */
    public DistinctCount visitors() {
        List<RollupRow> hits = new ArrayList<>(pageViews);
        hits.addAll(events);
        return StatsRollups.VISITORS.over(hits);
    }

    /** Returns the totals of the rows, without revenue, because rows do not separate currencies. */
    public TrafficTotals numbers() {
        return new TrafficTotals(
                visitors().estimate(),
                count(sessions),
                count(pageViews),
                counted(HitDimension.EVENT, events),
                sum(sessions, "bounce"),
                sum(sessions, "pageViews"),
                sum(sessions, "duration"),
                Map.of());
    }

    private static long count(Collection<RollupRow> rows) {
        return rows.stream().mapToLong(RollupRow::count).sum();
    }

    /** Returns a sum of whole numbers, which a double holds exactly up to 2^53. */
    private static long sum(Collection<RollupRow> rows, String field) {
        return rows.stream().mapToLong(row -> (long) row.sum(field).orElse(0)).sum();
    }

    public Breakdown breakdown(Dimension dimension, Breakdown.Page page) {
        List<RollupRow> rows = rowsOf(dimension);
        List<Frequent> known = listOf(dimension).over(rows).stream()
                .filter(value -> isListed(dimension, value))
                .toList();
        long total = counted(dimension, rows);
        List<BreakdownRow> shares = known.stream()
                .skip(page.offset())
                .limit(page.limit())
                .map(value -> new BreakdownRow(
                        value.value(),
                        value.lowerBound(),
                        value.upperBound(),
                        OptionalLong.empty(),
                        100.0 * value.lowerBound() / total))
                .toList();
        return new Breakdown(dimension, total, known.size(), shares);
    }

    /**
     * Returns the number of hits or sessions in rows, without engagement events. Exact for up to 120 distinct event names;
     * with more, up to 1.4 % of the events may be engagement events.
     */
    static long counted(Dimension dimension, List<RollupRow> rows) {
        return count(rows)
                - listOf(dimension).over(rows).stream()
                        .filter(value -> !isListed(dimension, value))
                        .mapToLong(Frequent::lowerBound)
                        .sum();
    }

    private static boolean isListed(Dimension dimension, Frequent value) {
        return dimension != HitDimension.EVENT || !value.value().equals(CustomEvent.ENGAGEMENT);
    }

    private List<RollupRow> rowsOf(Dimension dimension) {
        return dimension instanceof SessionDimension ? sessions : dimension == HitDimension.EVENT ? events : pageViews;
    }

    private static TopK listOf(Dimension dimension) {
        if (dimension instanceof SessionDimension ofSession) {
            return Objects.requireNonNull(StatsRollups.OF_SESSIONS.get(ofSession));
        }
        if (dimension instanceof HitDimension ofHit) {
            return switch (ofHit) {
                case PAGE -> StatsRollups.PAGES;
                case HOSTNAME -> StatsRollups.HOSTNAMES;
                case EVENT -> StatsRollups.EVENT_NAMES;
            };
        }
        throw new Rejected(
                "stats.no-rows", "there are no rows by %s; count hits instead (counted())".formatted(dimension.word()));
    }
}
