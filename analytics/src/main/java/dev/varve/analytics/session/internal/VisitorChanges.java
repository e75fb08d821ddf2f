package dev.varve.analytics.session.internal;

import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.session.Visitor;
import dev.varve.feed.Change;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Groups changes of hits by visitor. */
public final class VisitorChanges {

    /**
     * The changed hits of one visitor.
     *
     * @param mustWrite whether the log is written even if it already lists these hits
     */
    public record VisitorChange(Visitor visitor, List<HitRef> hits, boolean mustWrite) {

        public VisitorChange(Visitor visitor, Collection<HitRef> hits, boolean mustWrite) {
            this(visitor, List.copyOf(hits), mustWrite);
        }

        /** Returns a part of the hits. */
        VisitorChange part(int from, int to) {
            return new VisitorChange(visitor, hits.subList(from, to), mustWrite);
        }
    }

    private final Map<Visitor, Set<HitRef>> hits = new LinkedHashMap<>();
    private final Set<Visitor> writeAlways = new HashSet<>();

    private VisitorChanges() {}

    /** Returns the changed hits by visitor; ignores expired hits and changes of other items. */
    static List<VisitorChange> of(StoredHits stored, List<Change> changes, Instant now) {
        VisitorChanges grouped = new VisitorChanges();
        for (Change change : changes) {
            if (change.cause() == Change.Cause.WRITE) {
                stored.read(change)
                        .filter(changed -> changed.ref().at().plus(Hit.KEPT).isAfter(now))
                        .ifPresent(grouped::add);
            }
        }
        return grouped.all();
    }

    private void add(StoredHits.Changed changed) {
        // Only a new hit that the log already lists needs no write; decision 0018 explains why.
        boolean isNew = changed.visitorBefore().isEmpty();
        changed.visitorBefore().ifPresent(visitor -> add(changed, visitor, true));
        changed.visitorAfter().ifPresent(visitor -> add(changed, visitor, !isNew));
    }

    private void add(StoredHits.Changed changed, String visitorId, boolean mustWrite) {
        Visitor visitor = new Visitor(changed.siteId(), visitorId);
        hits.computeIfAbsent(visitor, first -> new TreeSet<>()).add(changed.ref());
        if (mustWrite) {
            writeAlways.add(visitor);
        }
    }

    private List<VisitorChange> all() {
        return hits.entrySet().stream()
                .map(each -> new VisitorChange(each.getKey(), each.getValue(), writeAlways.contains(each.getKey())))
                .toList();
    }
}
