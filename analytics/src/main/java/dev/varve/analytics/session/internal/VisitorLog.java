package dev.varve.analytics.session.internal;

import dev.varve.analytics.hit.Traits;
import dev.varve.analytics.session.Visitor;
import dev.varve.item.Bytes;
import java.util.List;

/**
 * The hits of one visitor and the ids of their sessions, in one item, so that both change together.
 *
 * @param hits the hits in order, in the format of docs/format/visitor-log.md; each refers to its page and traits by their
 *     index in the lists
 * @param sessions the ids of the stored sessions
 * @param cut whether the log had no room for some hits, which no session counts
 */
public record VisitorLog(
        String siteId,
        String visitorId,
        Bytes hits,
        List<String> paths,
        List<Traits> traits,
        List<String> sessions,
        boolean cut,
        long version) {

    public VisitorLog {
        paths = List.copyOf(paths);
        traits = List.copyOf(traits);
        sessions = List.copyOf(sessions);
    }

    /** Returns the empty log of a new visitor. */
    static VisitorLog none(Visitor visitor) {
        return HitList.empty().write(visitor, List.of(), 0);
    }

    Visitor visitor() {
        return new Visitor(siteId, visitorId);
    }

    /** Returns the ids of the hits in order. */
    public List<String> hitIds() {
        return HitList.read(this).refs().stream().map(HitRef::id).toList();
    }
}
