package dev.varve.analytics.stats.internal;

import dev.varve.analytics.goal.Funnel;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.stats.FunnelStep;
import dev.varve.analytics.stats.TrafficTotals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Counts the visitors of each step of a funnel. Each step needs a later hit than the step before; other hits may lie
 * between them.
 */
final class FunnelTally {

    private final Funnel funnel;
    private final TrafficSelection selection;
    private final Map<String, Way> ways = new HashMap<>();

    /**
     * The progress of one visitor. For each step it keeps the latest possible first step, because that leaves the most time
     * for the next step.
     */
    private static final class Way {
        private final @Nullable Instant[] begun;
        private int reached;

        Way(int steps) {
            begun = new Instant[steps];
        }
    }

    FunnelTally(TrafficQuery question, Funnel funnel) {
        this.funnel = funnel;
        this.selection = new TrafficSelection(question);
    }

    /** Adds a session; the sessions of one visitor come in order. */
    void add(SessionHits session) {
        for (Hit hit : selection.hitsOfSelected(session)) {
            Way way = ways.computeIfAbsent(
                    hit.visitorId(), first -> new Way(funnel.steps().size()));
            // From the last step to the first, so that one hit takes only one step.
            for (int step = funnel.steps().size() - 1; step >= 0; step--) {
                if (session.meets(funnel.steps().get(step), hit)) {
                    take(way, step, hit.at());
                }
            }
        }
    }

    private void take(Way way, int step, Instant at) {
        Instant begun = step == 0 ? at : way.begun[step - 1];
        if (begun != null && !at.isAfter(begun.plus(funnel.window()))) {
            way.begun[step] = begun;
            way.reached = Math.max(way.reached, step + 1);
        }
    }

    List<FunnelStep> steps() {
        long[] visitors = new long[funnel.steps().size() + 1];
        for (Way way : ways.values()) {
            Arrays.setAll(visitors, step -> visitors[step] + (way.reached >= step ? 1 : 0));
        }
        List<FunnelStep> steps = new ArrayList<>();
        for (int step = 1; step < visitors.length; step++) {
            OptionalDouble rate = TrafficTotals.share(visitors[step], visitors[step - 1]);
            OptionalDouble rateOfFirst = TrafficTotals.share(visitors[step], visitors[1]);
            long dropOff = visitors[step - 1] - visitors[step];
            String goal = funnel.steps().get(step - 1).name();
            steps.add(new FunnelStep(goal, visitors[step], dropOff, rate, rateOfFirst));
        }
        return steps;
    }
}
