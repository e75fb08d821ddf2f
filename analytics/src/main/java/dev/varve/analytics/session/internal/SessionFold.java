package dev.varve.analytics.session.internal;

import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.session.Session;
import dev.varve.analytics.session.Visitor;
import dev.varve.error.Rejected;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Computes sessions from a visitor's hits; pure, and independent of the order of the hits. */
public final class SessionFold {

    /** The longest pause within a session. */
    public static final Duration IDLE = Duration.ofMinutes(30);

    private SessionFold() {}

    /**
     * Returns the sessions of one visitor's hits, in the order of their starts. Repeated hits count once. Texts longer than
     * 2,000 characters are truncated.
     */
    public static List<Session> of(Collection<? extends Hit> hits) {
        Set<Visitor> visitors = hits.stream()
                .map(hit -> new Visitor(hit.siteId(), hit.visitorId()))
                .collect(Collectors.toSet());
        if (visitors.size() > 1) {
            throw new Rejected(
                    "visit.visitors",
                    "there are hits of %s visitors; sessions are computed for one visitor at a time"
                            .formatted(visitors.size()));
        }
        SortedMap<HitRef, LoggedHit> inOrder = new TreeMap<>();
        for (Hit hit : hits) {
            LoggedHit logged = LoggedHit.of(hit);
            inOrder.put(logged.ref(), logged);
        }
        return visitors.isEmpty() ? List.of() : of(visitors.iterator().next(), inOrder.values());
    }

    /** Returns the sessions of distinct hits in order. */
    static List<Session> of(Visitor visitor, Collection<LoggedHit> inOrder) {
        List<Session> sessions = new ArrayList<>();
        @Nullable OpenSession open = null;
        for (LoggedHit hit : inOrder) {
            if (open == null || open.isOverAt(hit.at())) {
                if (open != null) {
                    sessions.add(open.session(visitor));
                }
                open = new OpenSession(hit);
            }
            open.add(hit);
        }
        if (open != null) {
            sessions.add(open.session(visitor));
        }
        return sessions;
    }

    /** A session under construction. */
    private static final class OpenSession {
        private final LoggedHit first;
        private final Instant start;
        private Instant end;
        private int pageViews;
        private int events;
        private boolean isInteractive;
        private @Nullable String entryPage;
        private @Nullable String exitPage;

        OpenSession(LoggedHit first) {
            this.first = first;
            this.start = first.at();
            this.end = start;
        }

        boolean isOverAt(Instant at) {
            return at.isAfter(end.plus(IDLE));
        }

        void add(LoggedHit hit) {
            end = hit.at();
            isInteractive |= hit.interactive();
            if (hit.isPageView()) {
                pageViews++;
                entryPage = entryPage == null ? hit.path() : entryPage;
                exitPage = hit.path();
            } else if (hit.effect() != LoggedHit.Effect.NONE) {
                events++;
            }
        }

        Session session(Visitor visitor) {
            return new Session(
                    visitor.siteId(),
                    start,
                    BinaryUlid.random(first.ref().id()),
                    visitor.visitorId(),
                    end,
                    Duration.between(start, end).toSeconds(),
                    pageViews,
                    events,
                    pageViews <= 1 && !isInteractive ? 1 : 0,
                    entryPage,
                    exitPage,
                    first.traits());
        }
    }
}
