package dev.varve.analytics.stats.internal;

import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.stats.Report;
import dev.varve.analytics.stats.TrafficPoint;
import dev.varve.key.Grain;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/** Counts the totals of a query and of each hour, day or month. */
final class TrafficTally {

    private final TrafficQuery question;
    private final Grain grain;
    private final TrafficSelection selection;
    private final TrafficCounter whole = new TrafficCounter();
    private final NavigableMap<Instant, TrafficCounter> parts = new TreeMap<>();

    TrafficTally(TrafficQuery question, Grain grain) {
        this.question = question;
        this.grain = grain;
        this.selection = new TrafficSelection(question);
        question.days().starts(grain).forEach(start -> parts.put(start, new TrafficCounter()));
    }

    void add(SessionHits session) {
        for (Hit hit : selection.hits(session)) {
            whole.add(hit);
            part(hit.at()).add(hit);
        }
        if (selection.takes(session)) {
            whole.add(session.session());
            part(session.session().startedAt()).add(session.session());
        }
    }

    private TrafficCounter part(Instant instant) {
        return Objects.requireNonNull(parts.floorEntry(instant)).getValue();
    }

    Report report() {
        List<TrafficPoint> points = parts.entrySet().stream()
                .map(part -> new TrafficPoint(part.getKey(), part.getValue().numbers()))
                .toList();
        return Report.counted(question.days(), grain, whole.numbers(), points);
    }
}
