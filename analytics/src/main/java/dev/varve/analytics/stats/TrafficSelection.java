package dev.varve.analytics.stats;

import dev.varve.analytics.hit.Hit;
import dev.varve.key.TimeRange;
import java.util.List;

/** What a question chooses; see {@link TrafficQuery} for the rules. */
final class TrafficSelection {

    private final TimeRange range;
    private final List<Filter> filters;

    TrafficSelection(TrafficQuery question) {
        this.range = question.days().range();
        this.filters = question.filters();
    }

    /** Returns the hits of a visit that count. */
    List<Hit> hits(SessionHits visit) {
        if (filters.stream().anyMatch(filter -> !filter.takes(visit))) {
            return List.of();
        }
        return visit.hits().stream()
                .filter(hit -> range.contains(hit.at()) && takes(hit))
                .toList();
    }

    /** Returns whether a visit counts. */
    boolean takes(SessionHits visit) {
        return range.contains(visit.session().startedAt()) && isChosen(visit);
    }

    /** Returns all hits in the range of a visit that the filters choose, whenever it began. */
    List<Hit> hitsOfChosen(SessionHits visit) {
        return isChosen(visit)
                ? visit.hits().stream().filter(hit -> range.contains(hit.at())).toList()
                : List.of();
    }

    private boolean isChosen(SessionHits visit) {
        return filters.stream().allMatch(filter -> filter.takes(visit))
                && visit.hits().stream().anyMatch(this::takes);
    }

    private boolean takes(Hit hit) {
        return filters.stream().allMatch(filter -> filter.takes(hit));
    }
}
