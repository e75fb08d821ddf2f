package dev.varve.analytics.session;

import dev.varve.feed.Change;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which visitors' hits changed, put together from many changes. */
final class VisitorChanges {

    /**
     * What rang for one visitor.
     *
     * @param isToBeWritten whether the log is written even if it says all of it already
     */
    record Ring(Visitor visitor, List<HitRef> hits, boolean isToBeWritten) {

        Ring(Visitor visitor, Collection<HitRef> hits, boolean isToBeWritten) {
            this(visitor, List.copyOf(hits), isToBeWritten);
        }

        /** Returns some of its hits as a ring of their own. */
        Ring part(int from, int to) {
            return new Ring(visitor, hits.subList(from, to), isToBeWritten);
        }
    }

    private final Map<Visitor, Set<HitRef>> hits = new LinkedHashMap<>();
    private final Set<Visitor> toBeWritten = new HashSet<>();

    private VisitorChanges() {}

    /** Returns who rang; hits that have expired by now do not ring, and neither do changes of anything else. */
    static List<Ring> of(StoredHits stored, List<Change> changes, Instant now) {
        VisitorChanges rings = new VisitorChanges();
        for (Change change : changes) {
            if (change.cause() == Change.Cause.WRITE) {
                stored.read(change)
                        .filter(changed ->
                                changed.ref().at().plus(SessionStore.KEEP).isAfter(now))
                        .ifPresent(rings::ring);
            }
        }
        return rings.all();
    }

    private void ring(StoredHits.Changed changed) {
        // Only a new hit may be passed over when the log lists it: decision 0018 says why.
        boolean isNew = changed.visitorBefore().isEmpty();
        changed.visitorBefore().ifPresent(visitor -> ring(changed, visitor, true));
        changed.visitorAfter().ifPresent(visitor -> ring(changed, visitor, !isNew));
    }

    private void ring(StoredHits.Changed changed, String visitorId, boolean isAlways) {
        Visitor visitor = new Visitor(changed.siteId(), visitorId);
        hits.computeIfAbsent(visitor, first -> new TreeSet<>()).add(changed.ref());
        if (isAlways) {
            toBeWritten.add(visitor);
        }
    }

    private List<Ring> all() {
        return hits.entrySet().stream()
                .map(each -> new Ring(each.getKey(), each.getValue(), toBeWritten.contains(each.getKey())))
                .toList();
    }
}
