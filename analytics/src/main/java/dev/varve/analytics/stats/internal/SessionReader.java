package dev.varve.analytics.stats.internal;

import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.session.internal.SessionFold;
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
 * Computes the sessions with hits in a range from hits in order; the sessions of one visitor come in order. Reads no
 * further than the end of the last session that was open when the range ended.
 */
public final class SessionReader implements Iterator<SessionHits> {

    private final Iterator<Hit> hits;
    private final TimeRange range;
    /** The hits of open sessions by visitor; the session with the oldest last hit comes first. */
    private final Map<String, List<Hit>> open = new LinkedHashMap<>();

    private final Deque<SessionHits> closed = new ArrayDeque<>();
    private final int limit;
    private long read;
    private boolean isDone;

    /** @param limit the largest number of hits to read */
    public SessionReader(Iterator<Hit> hits, TimeRange range, int limit) {
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
                        "there are more than %s hits to count one by one; query fewer days, or query without filters"
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
                List<Hit> session = before == null ? new ArrayList<>() : before;
                session.add(hit);
                open.put(hit.visitorId(), session);
            }
        }
        return true;
    }

    /** Closes the sessions whose last hit was before this. */
    private void closeBefore(Instant instant) {
        Iterator<List<Hit>> eldest = open.values().iterator();
        while (eldest.hasNext()) {
            List<Hit> session = eldest.next();
            Hit last = session.get(session.size() - 1);
            if (!last.at().isBefore(instant)) {
                return;
            }
            eldest.remove();
            if (!last.at().isBefore(range.from())) {
                closed.add(new SessionHits(SessionFold.of(session).get(0), session));
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
