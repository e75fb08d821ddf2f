package dev.varve.analytics.stats;

import dev.varve.analytics.hit.Hit;
import dev.varve.error.Rejected;
import dev.varve.key.Grain;
import dev.varve.key.TimeRange;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;

/**
 * Statistics of hits themselves: exact, with any filter, for as long as hits are kept.
 *
 * <p>Hits are given in the order in which they happened, those of {@link #reach}: visits are found by looking at what a
 * visitor did before and after the days asked for. Each answer is one pass. What is held meanwhile are the hits of visits
 * that are going on, and an id for each visitor of each value or point that is counted, some 50 bytes each.
 */
public final class HitStats {

    /** Keeps what is held under some hundred megabytes. */
    public static final int MAX_HITS = 2_000_000;

    /** Ids of visitors change daily, so no visit is longer. */
    static final Duration LONGEST_VISIT = Duration.ofDays(1);

    private static final int MAX_GOALS = 100;

    private final TrafficQuery question;

    private HitStats(TrafficQuery question) {
        this.question = question;
    }

    public static HitStats of(TrafficQuery question) {
        return new HitStats(question);
    }

    /** Returns the time whose hits are to be given: a day more on either side, of which the later is seldom read to its end. */
    public static TimeRange reach(LocalDays days) {
        TimeRange range = days.range();
        return TimeRange.of(range.from().minus(LONGEST_VISIT), range.to().plus(LONGEST_VISIT));
    }

    /** Returns all numbers, of the days together and by the hour, day or month. */
    public Report report(Grain grain, Iterator<Hit> hits) {
        TrafficTally tally = new TrafficTally(question, grain);
        visits(hits).forEachRemaining(tally::add);
        return tally.report();
    }

    public TrafficTotals totals(Iterator<Hit> hits) {
        return report(Grain.MONTH, hits).totals();
    }

    /** Returns the most frequent values of a dimension. */
    public Breakdown breakdown(Dimension dimension, Breakdown.Page page, Iterator<Hit> hits) {
        BreakdownTally tally = new BreakdownTally(question, dimension);
        visits(hits).forEachRemaining(tally::add);
        return tally.breakdown(page);
    }

    /** Returns how often each goal was met, in the order of the goals. */
    public List<GoalResult> goals(List<GoalRule> goals, Iterator<Hit> hits) {
        if (goals.isEmpty() || goals.size() > MAX_GOALS) {
            throw new Rejected(
                    "stats.goals", "%s goals are asked for; from 1 to %s can be".formatted(goals.size(), MAX_GOALS));
        }
        GoalTally tally = new GoalTally(question, goals);
        visits(hits).forEachRemaining(tally::add);
        return tally.results();
    }

    /** Returns how far visitors came in a funnel, taking all hits of visits that the filters choose. */
    public List<FunnelStep> funnel(Funnel funnel, Iterator<Hit> hits) {
        FunnelTally tally = new FunnelTally(question, funnel);
        visits(hits).forEachRemaining(tally::add);
        return tally.steps();
    }

    private Iterator<SessionHits> visits(Iterator<Hit> hits) {
        return new SessionReader(hits, question.days().range(), MAX_HITS);
    }
}
