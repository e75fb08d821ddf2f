package dev.varve.analytics.stats;

import dev.varve.analytics.goal.Funnel;
import dev.varve.analytics.goal.GoalRule;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.stats.StatsResult.Basis;
import dev.varve.analytics.stats.internal.HitStats;
import dev.varve.analytics.stats.internal.RowsReader;
import dev.varve.analytics.stats.internal.SiteRows;
import dev.varve.analytics.stats.internal.StatsSource;
import dev.varve.analytics.stats.internal.TrafficQuery;
import dev.varve.error.Rejected;
import dev.varve.key.Grain;
import dev.varve.key.TimeRange;
import dev.varve.sketches.DistinctCount;
import dev.varve.table.Explanation;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiFunction;
import java.util.stream.StreamSupport;

/**
 * A query of the statistics of a site over a number of days. Immutable: each step returns a new query.
 *
 * <p>Without filters, totals and breakdowns come from rows. With a filter, and for goals, funnels and event properties,
 * hits are counted one by one: exact, but limited to the days for which they are kept.
 */
public final class StatsQuery {

    private final StatsSource source;
    private final RowsReader rows;
    private final InstantSource clock;
    private final String siteId;
    private final TrafficQuery question;
    private final Grain grain;
    private final Basis basis;

    StatsQuery(StatsSource source, RowsReader rows, InstantSource clock, String siteId, TrafficQuery question) {
        this(source, rows, clock, siteId, question, question.days().grain(), Basis.ROWS);
    }

    private StatsQuery(
            StatsSource source,
            RowsReader rows,
            InstantSource clock,
            String siteId,
            TrafficQuery question,
            Grain grain,
            Basis basis) {
        this.source = source;
        this.rows = rows;
        this.clock = clock;
        this.siteId = siteId;
        this.question = question;
        this.grain = grain;
        this.basis = basis;
    }

    /** Adds a filter; all must hold. The query then counts hits. */
    public StatsQuery where(Filter filter) {
        return new StatsQuery(source, rows, clock, siteId, question.where(filter), grain, Basis.HITS);
    }

    /** Sets the grain of the points; the default depends on the number of days. */
    public StatsQuery by(Grain newGrain) {
        return new StatsQuery(source, rows, clock, siteId, question, newGrain, basis);
    }

    /** Counts hits even if rows would do: exact, and with revenue. */
    public StatsQuery counted() {
        return new StatsQuery(source, rows, clock, siteId, question, grain, Basis.HITS);
    }

    private StatsQuery over(LocalDays days) {
        return new StatsQuery(source, rows, clock, siteId, question.over(days), grain, basis);
    }

    /** Returns the totals of all days and of each point. */
    public StatsResult<Report> report() {
        if (basis == Basis.HITS) {
            return overHits((stats, hits) -> stats.report(grain, hits));
        }
        LocalDays days = question.days();
        SiteRows found = rows.read(siteId, days, grain);
        List<Instant> starts = days.starts(grain);
        List<TrafficPoint> points = new ArrayList<>();
        for (int i = 0; i < starts.size(); i++) {
            Instant end =
                    i + 1 < starts.size() ? starts.get(i + 1) : days.range().to();
            points.add(new TrafficPoint(
                    starts.get(i), found.in(TimeRange.of(starts.get(i), end)).numbers()));
        }
        DistinctCount visitors = found.visitors();
        Report report = new Report(days, grain, found.numbers(), visitors.lowerBound(), visitors.upperBound(), points);
        return new StatsResult<>(report, days, Basis.ROWS);
    }

    /** Returns the totals of all days; uses the coarsest rows that fit. */
    public StatsResult<TrafficTotals> totals() {
        return basis == Basis.HITS
                ? overHits(HitStats::totals)
                : new StatsResult<>(coarseRows().numbers(), question.days(), Basis.ROWS);
    }

    /**
     * Returns the totals of the days up to an instant, to compare them fairly with a period that has not ended. On the last
     * day hourly rows are used, including the hour of the instant; if they are no longer kept, the whole day counts.
     */
    public StatsResult<TrafficTotals> totalsUntil(Instant end) {
        LocalDays days = question.days();
        LocalDate last = LocalDate.ofInstant(end, days.zone());
        if (!last.isBefore(days.to())) {
            return totals();
        }
        if (basis == Basis.HITS) {
            return overHits((stats, hits) -> stats.totals(before(end, hits)));
        }
        if (last.isBefore(days.from())) {
            return new StatsResult<>(SiteRows.none().numbers(), days, Basis.ROWS);
        }
        LocalDays lastDay = LocalDays.of(last, last.plusDays(1), days.zone());
        SiteRows found = rows.isKept(lastDay.range().from(), Grain.HOUR)
                ? rows.read(siteId, lastDay, Grain.HOUR)
                        .in(TimeRange.of(lastDay.range().from(), end.plusNanos(1)))
                : rows.read(siteId, lastDay, Grain.DAY);
        if (days.from().isBefore(last)) {
            found = over(LocalDays.of(days.from(), last, days.zone()))
                    .coarseRows()
                    .and(found);
        }
        return new StatsResult<>(found.numbers(), days, Basis.ROWS);
    }

    private static Iterator<Hit> before(Instant end, Iterator<Hit> hits) {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(hits, Spliterator.ORDERED), false)
                .takeWhile(hit -> !hit.at().isAfter(end))
                .iterator();
    }

    /**
     * Returns what totals and breakdowns would read and cost, without reading it. The rows of the current day, which are
     * computed from finer ones, are not included.
     */
    public List<Explanation> explain() {
        return basis == Basis.HITS ? explainCounting() : rows.explain(siteId, question.days(), coarse());
    }

    /** Returns what counting hits would read and cost, for goals and funnels. */
    public List<Explanation> explainCounting() {
        return source.explainHits(siteId, HitStats.reach(kept()));
    }

    /** Returns the totals of these days and of the same number of days before. */
    public StatsResult<PeriodComparison> compare() {
        return compare(question.days().previous());
    }

    /** Returns the totals of these days and of the same days a year before. */
    public StatsResult<PeriodComparison> compareWithYearBefore() {
        return compare(question.days().yearBefore());
    }

    private StatsResult<PeriodComparison> compare(LocalDays before) {
        StatsResult<TrafficTotals> now = totals();
        StatsResult<TrafficTotals> then = over(before).totals();
        if (!now.days().equals(question.days()) || !then.days().equals(before)) {
            throw new StatsExpired(
                    "stats.hits-gone",
                    "days [%s, %s) cannot be compared with [%s, %s): hits are kept for %s days"
                            .formatted(
                                    question.days().from(),
                                    question.days().to(),
                                    before.from(),
                                    before.to(),
                                    Hit.KEPT.toDays()));
        }
        return new StatsResult<>(new PeriodComparison(now.value(), then.value()), now.days(), now.basis());
    }

    /** Returns the most frequent values of a dimension. */
    public StatsResult<Breakdown> breakdown(Dimension dimension, Breakdown.Page page) {
        if (dimension instanceof MetGoals) {
            throw new Rejected("stats.no-list", "goals have no breakdown: use goals(…)");
        }
        if (basis == Basis.HITS || dimension instanceof EventProperty) {
            return overHits((stats, hits) -> stats.breakdown(dimension, page, hits));
        }
        return new StatsResult<>(coarseRows().breakdown(dimension, page), question.days(), Basis.ROWS);
    }

    /** Without points, the coarsest rows that fit are the fewest. */
    private SiteRows coarseRows() {
        return rows.read(siteId, question.days(), coarse());
    }

    private Grain coarse() {
        return question.days().grain() == Grain.HOUR
                ? Grain.DAY
                : question.days().grain();
    }

    /**
     * Returns how long visitors saw pages, counted from hits; those with the most views first. The times are those that the
     * tracking script reports in engagement events.
     */
    public StatsResult<PageTimes> pageTimes(Breakdown.Page page) {
        return overHits((stats, hits) -> stats.pageTimes(page, hits));
    }

    /** Returns the results of goals, counted from hits. */
    public StatsResult<List<GoalResult>> goals(List<GoalRule> goals) {
        return overHits((stats, hits) -> stats.goals(goals, hits));
    }

    /** Returns the steps of a funnel, counted from hits. */
    public StatsResult<List<FunnelStep>> funnel(Funnel funnel) {
        return overHits((stats, hits) -> stats.funnel(funnel, hits));
    }

    private <T> StatsResult<T> overHits(BiFunction<HitStats, Iterator<Hit>, T> count) {
        LocalDays days = kept();
        HitStats stats = HitStats.of(question.over(days));
        T value = source.overHits(siteId, HitStats.reach(days), hits -> count.apply(stats, hits));
        return new StatsResult<>(value, days, Basis.HITS);
    }

    /** Returns the days whose hits are all kept, including the day before, on which their sessions may have started. */
    private LocalDays kept() {
        LocalDays days = question.days();
        Instant whole = clock.instant().minus(Hit.KEPT).plus(HitStats.LONGEST_VISIT);
        LocalDate first = LocalDate.ofInstant(whole, days.zone()).plusDays(1);
        if (!first.isBefore(days.to())) {
            throw new StatsExpired(
                    "stats.hits-gone",
                    "days [%s, %s) are too old: hits are kept for %s days, and are complete from %s on. Query without filters"
                                    .formatted(days.from(), days.to(), Hit.KEPT.toDays(), first)
                            + " to read rows instead");
        }
        return first.isAfter(days.from()) ? LocalDays.of(first, days.to(), days.zone()) : days;
    }
}
