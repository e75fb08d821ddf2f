package dev.varve.server.api.sites;

import dev.varve.analytics.SavedFunnel;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A saved funnel of a site.
 *
 * @param funnelId The id.
 * @param name The name.
 * @param goalIds The ids of its goals, in the order of the steps.
 * @param createdAt The time at which it was saved first.
 */
public record SavedFunnelJson(
        String funnelId,
        String name,
        List<String> goalIds,
        @Nullable Instant createdAt) {

    public SavedFunnelJson {
        goalIds = List.copyOf(goalIds);
    }

    public static SavedFunnelJson of(SavedFunnel funnel) {
        return new SavedFunnelJson(funnel.funnelId(), funnel.name(), funnel.goalIds(), funnel.createdAt());
    }
}
