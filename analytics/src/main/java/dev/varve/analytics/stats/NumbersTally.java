package dev.varve.analytics.stats;

import dev.varve.analytics.hit.Hit;
import dev.varve.core.key.Grain;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/** Counts all numbers, of the whole time and of each hour, day or month of it. */
final class NumbersTally {

    private final Question question;
    private final Grain grain;
    private final Selection selection;
    private final Sum whole = new Sum();
    private final NavigableMap<Instant, Sum> parts = new TreeMap<>();

    NumbersTally(Question question, Grain grain) {
        this.question = question;
        this.grain = grain;
        this.selection = new Selection(question);
        question.days().starts(grain).forEach(start -> parts.put(start, new Sum()));
    }

    void add(Visit visit) {
        for (Hit hit : selection.hits(visit)) {
            whole.add(hit);
            part(hit.at()).add(hit);
        }
        if (selection.takes(visit)) {
            whole.add(visit.session());
            part(visit.session().startedAt()).add(visit.session());
        }
    }

    private Sum part(Instant instant) {
        return Objects.requireNonNull(parts.floorEntry(instant)).getValue();
    }

    Report report() {
        List<Point> points = parts.entrySet().stream()
                .map(part -> new Point(part.getKey(), part.getValue().numbers()))
                .toList();
        return Report.counted(question.days(), grain, whole.numbers(), points);
    }
}
