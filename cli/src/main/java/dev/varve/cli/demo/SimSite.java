package dev.varve.cli.demo;

import dev.varve.analytics.Goal;
import dev.varve.analytics.Site;
import java.time.ZoneId;
import java.util.List;

/**
 * A simulated site.
 *
 * @param perDay the number of sessions on a normal day
 * @param audience the number of people who know it and return now and then
 * @param journey the steps of a session
 */
record SimSite(
        String id,
        String name,
        String host,
        ZoneId zone,
        int perDay,
        int audience,
        People people,
        Weighted<Origin> origins,
        Journey journey,
        List<Goal> goals) {

    /** What a visitor does, step by step. */
    interface Journey {
        void run(SessionScript steps);
    }

    Site site() {
        return Site.of(id, name).withDomains(host).withTimezone(zone.getId());
    }
}
