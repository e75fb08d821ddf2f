package dev.varve.analytics;

import dev.varve.error.Rejected;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Goals of a site in the order in which visitors should meet them.
 *
 * @param funnelId letters, digits, dots, dashes and underscores
 * @param goalIds the ids of 2 to 8 different goals
 * @param createdAt set when the funnel is created; a caller's value is ignored
 */
public record SavedFunnel(
        String siteId,
        String funnelId,
        String name,
        List<String> goalIds,
        @Nullable Instant createdAt) {

    private static final int MIN_STEPS = 2;
    private static final int MAX_STEPS = 8;

    public SavedFunnel {
        Site.requireId("site.id", "site id", siteId);
        Site.requireId("funnel.id", "funnel id", funnelId);
        goalIds = List.copyOf(goalIds);
        goalIds.forEach(goalId -> Site.requireId("goal.id", "goal id", goalId));
        if (goalIds.size() < MIN_STEPS || goalIds.size() > MAX_STEPS) {
            throw new Rejected(
                    "funnel.steps",
                    "funnel %s has %s steps; it must have from %s to %s"
                            .formatted(funnelId, goalIds.size(), MIN_STEPS, MAX_STEPS));
        }
        if (goalIds.stream().distinct().count() < goalIds.size()) {
            throw new Rejected(
                    "funnel.steps", "funnel %s has a goal twice: each goal can be one step".formatted(funnelId));
        }
        if (name.isBlank() || name.length() > Site.MAX_NAME) {
            throw new Rejected(
                    "funnel.name",
                    "the name of funnel %s has %s characters; give 1 to %s, not only spaces"
                            .formatted(funnelId, name.length(), Site.MAX_NAME));
        }
    }

    /** Returns a funnel whose name is its id. */
    public static SavedFunnel of(String siteId, String funnelId, String... goalIds) {
        return new SavedFunnel(siteId, funnelId, funnelId, List.of(goalIds), null);
    }

    public SavedFunnel named(String newName) {
        return new SavedFunnel(siteId, funnelId, newName, goalIds, createdAt);
    }
}
