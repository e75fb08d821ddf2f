package dev.varve.analytics.stats;

import dev.varve.analytics.goal.GoalRule;
import dev.varve.analytics.stats.internal.SessionHits;
import java.util.List;

/**
 * The names of the goals that a session met, for filters only; for counts use {@link StatsQuery#goals}.
 */
public record MetGoals(List<GoalRule> goals) implements Dimension {

    public MetGoals {
        goals = List.copyOf(goals);
    }

    /** Returns the names of the goals that a hit of the session meets. */
    List<String> of(SessionHits session) {
        return goals.stream()
                .filter(goal -> session.hits().stream().anyMatch(hit -> session.meets(goal, hit)))
                .map(GoalRule::name)
                .toList();
    }

    @Override
    public String word() {
        return "goal";
    }
}
