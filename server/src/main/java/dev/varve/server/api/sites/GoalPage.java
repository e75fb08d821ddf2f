package dev.varve.server.api.sites;

import java.util.List;

/**
 * All goals of a site.
 *
 * @param goals The goals.
 */
public record GoalPage(List<GoalJson> goals) {

    public GoalPage {
        goals = List.copyOf(goals);
    }
}
