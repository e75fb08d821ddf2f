package dev.varve.analytics.session.internal;

import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.session.Session;
import dev.varve.analytics.session.Visitor;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The change of a visitor's log and sessions after reading hits; pure.
 *
 * @param after the new log; its version is that of the log before
 * @param changed the sessions that are new or different
 * @param gone the ids of the sessions to remove
 */
record LogChange(VisitorLog before, VisitorLog after, List<Session> changed, List<String> gone) {

    /**
     * Merges hits into a log.
     *
     * @param read the stored hit for each reference; empty if it was removed
     */
    static LogChange of(VisitorLog before, Map<HitRef, Optional<Hit>> read) {
        Visitor visitor = before.visitor();
        HitList list = HitList.read(before);
        Map<String, Session> then = byId(SessionFold.of(visitor, list.hits()));
        new TreeMap<>(read)
                .forEach((ref, stored) -> stored.map(LoggedHit::of)
                        .ifPresentOrElse(
                                hit -> {
                                    if (!hit.equals(list.find(ref))) {
                                        list.put(hit);
                                    }
                                },
                                () -> list.remove(ref)));
        Map<String, Session> now = byId(SessionFold.of(visitor, list.hits()));
        Set<String> stored = new HashSet<>(before.sessions());
        return new LogChange(
                before,
                list.write(visitor, List.copyOf(now.keySet()), before.version()),
                now.values().stream()
                        .filter(session ->
                                !stored.contains(session.sessionId()) || !session.equals(then.get(session.sessionId())))
                        .toList(),
                before.sessions().stream().filter(id -> !now.containsKey(id)).toList());
    }

    private static Map<String, Session> byId(Collection<Session> sessions) {
        return sessions.stream()
                .collect(Collectors.toMap(
                        Session::sessionId, Function.identity(), (one, other) -> other, LinkedHashMap::new));
    }

    /** Returns whether nothing changes. */
    boolean isNothing() {
        return Objects.equals(before, after);
    }

    /** Returns the number of sessions to write or remove. */
    int size() {
        return changed.size() + gone.size();
    }
}
