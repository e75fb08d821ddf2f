package dev.varve.cli.demo;

import dev.varve.analytics.Goal;
import dev.varve.analytics.Site;
import java.time.ZoneId;
import java.util.List;

/**
 * A made-up site.
 *
 * @param perDay how many visits it has on a usual day
 * @param audience how many people know it; they come again now and then
 * @param journey what a visit does there
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
