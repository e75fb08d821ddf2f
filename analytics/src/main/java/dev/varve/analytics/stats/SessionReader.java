package dev.varve.analytics.stats;

import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.session.SessionFold;
import dev.varve.error.Rejected;
import dev.varve.key.TimeRange;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * The visits that have hits in a range, made of hits in their order; those of one visitor come in the order in which they
 * were. Reads no further than to the end of the last visit that was going on when the range ended.
 */
final class SessionReader implements Iterator<SessionHits> {

    private final Iterator<Hit> hits;
    private final TimeRange range;
    /** Hits of visits that may go on, by visitor; the one whose last hit is the longest ago comes first. */
    private final Map<String, List<Hit>> open = new LinkedHashMap<>();

    private final Deque<SessionHits> closed = new ArrayDeque<>();
    private final int limit;
    private long read;
    private boolean isDone;

    /** @param limit how many hits may be read */
    SessionReader(Iterator<Hit> hits, TimeRange range, int limit) {
        this.hits = hits;
        this.range = range;
        this.limit = limit;
    }

    @Override
    public boolean hasNext() {
        while (closed.isEmpty()) {
            if (isDone || !hits.hasNext()) {
                isDone = true;
                closeBefore(Instant.MAX);
                return !closed.isEmpty();
            }
            Hit hit = hits.next();
            read++;
            if (read > limit) {
                throw new Rejected(
                        "stats.too-many-hits",
                        "there are more than %s hits to be counted one by one; ask for fewer days, or without filters"
                                .formatted(limit));
            }
            closeBefore(hit.at().minus(SessionFold.IDLE));
            boolean isLater = !hit.at().isBefore(range.to());
            if (isLater && open.isEmpty()) {
                isDone = true;
                continue;
            }
            List<Hit> before = open.remove(hit.visitorId());
            if (before != null || !isLater) {
                List<Hit> visit = before == null ? new ArrayList<>() : before;
                visit.add(hit);
                open.put(hit.visitorId(), visit);
            }
        }
        return true;
    }

    /** Closes the visits whose last hit was before this. */
    private void closeBefore(Instant instant) {
        Iterator<List<Hit>> eldest = open.values().iterator();
        while (eldest.hasNext()) {
            List<Hit> visit = eldest.next();
            Hit last = visit.get(visit.size() - 1);
            if (!last.at().isBefore(instant)) {
                return;
            }
            eldest.remove();
            if (!last.at().isBefore(range.from())) {
                closed.add(new SessionHits(SessionFold.of(visit).get(0), visit));
            }
        }
    }

    @Override
    public SessionHits next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return closed.remove();
    }
}
