package dev.varve.analytics.stats.internal;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.stats.Breakdown;
import dev.varve.analytics.stats.BreakdownRow;
import dev.varve.analytics.stats.Dimension;
import dev.varve.analytics.stats.EventProperty;
import dev.varve.analytics.stats.HitDimension;
import dev.varve.analytics.stats.SessionDimension;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts the values of a dimension. */
final class BreakdownTally {

    private final Dimension dimension;
    private final TrafficSelection selection;
    private final Map<String, Seen> seen = new HashMap<>();
    private long total;

    private static final class Seen {
        private final Set<String> visitors = new HashSet<>();
        private long count;
    }

    BreakdownTally(TrafficQuery question, Dimension dimension) {
        this.dimension = dimension;
        this.selection = new TrafficSelection(question);
    }

    void add(SessionHits session) {
        if (dimension instanceof SessionDimension ofSession) {
            if (selection.takes(session)) {
                add(ofSession.of(session.session()), session.session().visitorId());
            }
            return;
        }
        for (Hit hit : selection.hits(session)) {
            if (hit instanceof CustomEvent event && event.isEngagement()) {
                continue;
            }
            if (dimension instanceof EventProperty prop) {
                if (hit instanceof CustomEvent) {
                    add(prop.of(hit), hit.visitorId());
                }
            } else if (dimension instanceof HitDimension ofHit) {
                if (hit instanceof PageView != (ofHit == HitDimension.EVENT)) {
                    add(ofHit.of(hit), hit.visitorId());
                }
            }
        }
    }

    private void add(@Nullable String value, String visitorId) {
        total++;
        if (value != null) {
            Seen of = seen.computeIfAbsent(value, first -> new Seen());
            of.count++;
            of.visitors.add(visitorId);
        }
    }

    Breakdown breakdown(Breakdown.Page page) {
        List<BreakdownRow> rows = seen.entrySet().stream()
                .sorted(Comparator.<Map.Entry<String, Seen>>comparingLong(entry -> -entry.getValue().count)
                        .thenComparing(Map.Entry.comparingByKey()))
                .skip(page.offset())
                .limit(page.limit())
                .map(entry -> share(entry.getKey(), entry.getValue()))
                .toList();
        return new Breakdown(dimension, total, seen.size(), rows);
    }

    private BreakdownRow share(String value, Seen of) {
        return new BreakdownRow(
                value, of.count, of.count, OptionalLong.of(of.visitors.size()), 100.0 * of.count / total);
    }
}
