package dev.varve.analytics.stats.internal;

import dev.varve.analytics.goal.Funnel;
import dev.varve.analytics.goal.GoalRule;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.stats.Breakdown;
import dev.varve.analytics.stats.Dimension;
import dev.varve.analytics.stats.FunnelStep;
import dev.varve.analytics.stats.GoalResult;
import dev.varve.analytics.stats.LocalDays;
import dev.varve.analytics.stats.PageTimes;
import dev.varve.analytics.stats.Report;
import dev.varve.analytics.stats.TrafficTotals;
import dev.varve.error.Rejected;
import dev.varve.key.Grain;
import dev.varve.key.TimeRange;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;

/**
 * Statistics counted from hits: exact, with any filter, for as long as hits are kept.
 *
 * <p>The hits come in order and cover {@link #reach}, because sessions may start before and end after the queried days.
 * Each result takes one pass. Memory holds the hits of open sessions, and about 50 bytes for each visitor of each counted
 * value or point.
 */
public final class HitStats {

    /** Limits the memory of a query to a few hundred megabytes. */
    public static final int MAX_HITS = 2_000_000;

    /** Visitors' ids change daily, so no session is longer. */
    public static final Duration LONGEST_VISIT = Duration.ofDays(1);

    private static final int MAX_GOALS = 100;

    private final TrafficQuery question;

    private HitStats(TrafficQuery question) {
        this.question = question;
    }

    public static HitStats of(TrafficQuery question) {
        return new HitStats(question);
    }

    /** Returns the range of the hits to read: a day more on each side; the later one is rarely read to its end. */
    public static TimeRange reach(LocalDays days) {
        TimeRange range = days.range();
        return TimeRange.of(range.from().minus(LONGEST_VISIT), range.to().plus(LONGEST_VISIT));
    }

    /** Returns the totals of the days, and of each hour, day or month. */
    public Report report(Grain grain, Iterator<Hit> hits) {
        TrafficTally tally = new TrafficTally(question, grain);
        sessions(hits).forEachRemaining(tally::add);
        return tally.report();
    }

    public TrafficTotals totals(Iterator<Hit> hits) {
        return report(Grain.MONTH, hits).totals();
    }

    /** Returns the most frequent values of a dimension. */
    public Breakdown breakdown(Dimension dimension, Breakdown.Page page, Iterator<Hit> hits) {
        BreakdownTally tally = new BreakdownTally(question, dimension);
        sessions(hits).forEachRemaining(tally::add);
        return tally.breakdown(page);
    }

    /** Returns the times that visitors saw pages, for the pages with the most views. */
    public PageTimes pageTimes(Breakdown.Page page, Iterator<Hit> hits) {
        PageTimeTally tally = new PageTimeTally(question);
        sessions(hits).forEachRemaining(tally::add);
        return tally.pages(page);
    }

    /** Returns how often each goal was met, in the order of the goals. */
    public List<GoalResult> goals(List<GoalRule> goals, Iterator<Hit> hits) {
        if (goals.isEmpty() || goals.size() > MAX_GOALS) {
            throw new Rejected(
                    "stats.goals", "the query has %s goals; give 1 to %s".formatted(goals.size(), MAX_GOALS));
        }
        GoalTally tally = new GoalTally(question, goals);
        sessions(hits).forEachRemaining(tally::add);
        return tally.results();
    }

    /** Returns the steps of a funnel, from all hits of the sessions that the filters select. */
    public List<FunnelStep> funnel(Funnel funnel, Iterator<Hit> hits) {
        FunnelTally tally = new FunnelTally(question, funnel);
        sessions(hits).forEachRemaining(tally::add);
        return tally.steps();
    }

    private Iterator<SessionHits> sessions(Iterator<Hit> hits) {
        return new SessionReader(hits, question.days().range(), MAX_HITS);
    }
}
