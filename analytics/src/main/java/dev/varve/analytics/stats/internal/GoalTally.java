package dev.varve.analytics.stats.internal;

import dev.varve.analytics.goal.GoalRule;
import dev.varve.analytics.goal.GoalValue;
import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.stats.GoalResult;
import dev.varve.analytics.stats.TrafficTotals;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts how often goals are met by selected hits or, for durations, by selected sessions. */
final class GoalTally {

    private final TrafficSelection selection;
    private final List<Met> goals;
    private final Set<String> visitors = new HashSet<>();

    private static final class Met {
        private final GoalRule goal;
        private final Set<String> visitors = new HashSet<>();
        private final Map<String, BigDecimal> revenue = new TreeMap<>();
        private long conversions;

        Met(GoalRule goal) {
            this.goal = goal;
        }

        void by(String visitorId) {
            conversions++;
            visitors.add(visitorId);
        }
    }

    GoalTally(TrafficQuery question, List<GoalRule> goals) {
        this.selection = new TrafficSelection(question);
        this.goals = goals.stream().map(Met::new).toList();
    }

    void add(SessionHits session) {
        List<Hit> counted = selection.hits(session);
        counted.forEach(hit -> visitors.add(hit.visitorId()));
        for (Met met : goals) {
            if (met.goal instanceof GoalRule.Stay stay) {
                addStay(met, stay, session);
            } else {
                counted.stream().filter(hit -> session.meets(met.goal, hit)).forEach(hit -> add(met, hit));
            }
        }
    }

    private void addStay(Met met, GoalRule.Stay stay, SessionHits session) {
        Hit last = session.hits().get(session.hits().size() - 1);
        if (selection.takes(session) && session.meets(stay, last)) {
            met.by(last.visitorId());
        }
    }

    private static void add(Met met, Hit hit) {
        met.by(hit.visitorId());
        if (hit instanceof CustomEvent event) {
            GoalValue value = met.goal instanceof GoalRule.Event goal ? goal.value() : null;
            if (value == null) {
                TrafficCounter.earn(event, met.revenue);
            } else {
                GoalValue.number(event.props().get(value.property()))
                        .ifPresent(amount -> met.revenue.merge(value.currency(), amount, BigDecimal::add));
            }
        }
    }

    List<GoalResult> results() {
        return goals.stream()
                .map(met -> new GoalResult(
                        met.goal.name(),
                        met.conversions,
                        met.visitors.size(),
                        TrafficTotals.share(met.visitors.size(), visitors.size()),
                        met.revenue))
                .toList();
    }
}
