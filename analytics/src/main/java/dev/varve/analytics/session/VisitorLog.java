package dev.varve.analytics.session;

import dev.varve.analytics.hit.Traits;
import dev.varve.item.Bytes;
import java.util.List;

/**
 * The hits of one visitor and the sessions they come to, in one item, so that both can be changed together.
 *
 * @param hits the hits in their order, as docs/format/visitor-log.md says; each names its page and traits by their place
 *     in the lists
 * @param sessions the ids of the sessions that are stored
 * @param cut whether there were hits that the log had no room for, and which no session counts
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

    /** Returns the log of a visitor nobody has seen. */
    static VisitorLog none(Visitor visitor) {
        return HitList.empty().write(visitor, List.of(), 0);
    }

    Visitor visitor() {
        return new Visitor(siteId, visitorId);
    }

    /** Returns the ids of the hits, in their order. */
    public List<String> hitIds() {
        return HitList.read(this).refs().stream().map(HitRef::id).toList();
    }
}
