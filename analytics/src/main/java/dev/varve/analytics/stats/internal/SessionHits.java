package dev.varve.analytics.stats.internal;

import dev.varve.analytics.goal.GoalRule;
import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.session.Session;
import java.time.Duration;
import java.util.List;

/** A session with all its hits in order. */
public record SessionHits(Session session, List<Hit> hits) {

    /** Returns whether a hit of this session meets a goal; all hits after its duration meet a duration goal. */
    public boolean meets(GoalRule goal, Hit hit) {
        if (goal instanceof GoalRule.Page page) {
            return hit instanceof PageView && page.path().takes(hit.path());
        }
        if (goal instanceof GoalRule.Event named) {
            return hit instanceof CustomEvent event
                    && !event.isEngagement()
                    && named.event().takes(event.name());
        }
        return goal instanceof GoalRule.Stay stay
                && Duration.between(session.startedAt(), hit.at()).compareTo(stay.atLeast()) >= 0;
    }
}
