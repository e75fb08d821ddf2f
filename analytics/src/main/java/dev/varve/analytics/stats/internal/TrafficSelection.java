package dev.varve.analytics.stats.internal;

import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.stats.Filter;
import dev.varve.key.TimeRange;
import java.util.List;

/** Selects the hits and sessions of a query; see {@link TrafficQuery} for the rules. */
final class TrafficSelection {

    private final TimeRange range;
    private final List<Filter> filters;

    TrafficSelection(TrafficQuery question) {
        this.range = question.days().range();
        this.filters = question.filters();
    }

    /** Returns the hits of a session that count. */
    List<Hit> hits(SessionHits session) {
        if (filters.stream().anyMatch(filter -> !StatsAccess.instance().takes(filter, session))) {
            return List.of();
        }
        return session.hits().stream()
                .filter(hit -> range.contains(hit.at()) && takes(hit))
                .toList();
    }

    /** Returns whether a session counts. */
    boolean takes(SessionHits session) {
        return range.contains(session.session().startedAt()) && isSelected(session);
    }

    /** Returns all hits in the range of a selected session, whenever it started. */
    List<Hit> hitsOfSelected(SessionHits session) {
        return isSelected(session)
                ? session.hits().stream()
                        .filter(hit -> range.contains(hit.at()))
                        .toList()
                : List.of();
    }

    private boolean isSelected(SessionHits session) {
        return filters.stream().allMatch(filter -> StatsAccess.instance().takes(filter, session))
                && session.hits().stream().anyMatch(this::takes);
    }

    private boolean takes(Hit hit) {
        return filters.stream().allMatch(filter -> filter.takes(hit));
    }
}
