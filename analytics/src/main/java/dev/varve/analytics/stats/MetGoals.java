package dev.varve.analytics.stats;

import java.util.List;

/**
 * The goals that a visit met, by their names: visits are chosen by them. They are not listed by it; {@link
 * StatsQuery#goals} does that.
 */
public record MetGoals(List<GoalRule> goals) implements Dimension {

    public MetGoals {
        goals = List.copyOf(goals);
    }

    /** Returns the names of the goals that some hit of the visit meets. */
    List<String> of(SessionHits visit) {
        return goals.stream()
                .filter(goal -> visit.hits().stream().anyMatch(hit -> visit.meets(goal, hit)))
                .map(GoalRule::name)
                .toList();
    }

    @Override
    public String word() {
        return "goal";
    }
}
