package dev.varve.analytics.session;

import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.Traits;
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

/** Makes sessions of a visitor's hits; pure, and the order in which hits are given does not matter. */
public final class SessionFold {

    /** A visit goes on after a pause of at most this. */
    public static final Duration IDLE = Duration.ofMinutes(30);

    private SessionFold() {}

    /**
     * Returns the sessions of one visitor's hits, in the order of their start. A hit that is given several times counts
     * once. Texts longer than 2,000 characters are cut.
     */
    public static List<Session> of(Collection<? extends Hit> hits) {
        Set<Visitor> visitors = hits.stream()
                .map(hit -> new Visitor(hit.siteId(), hit.visitorId()))
                .collect(Collectors.toSet());
        if (visitors.size() > 1) {
            throw new Rejected(
                    "visit.visitors", "hits of %s visitors were given: fold each by itself".formatted(visitors.size()));
        }
        SortedMap<HitRef, LoggedHit> inOrder = new TreeMap<>();
        for (Hit hit : hits) {
            LoggedHit logged = LoggedHit.of(hit);
            inOrder.put(logged.ref(), logged);
        }
        return visitors.isEmpty() ? List.of() : of(visitors.iterator().next(), inOrder.values());
    }

    /** Returns the sessions of hits that are given in the order of their refs, each once. */
    static List<Session> of(Visitor visitor, Collection<LoggedHit> inOrder) {
        List<Session> sessions = new ArrayList<>();
        @Nullable Visit visit = null;
        for (LoggedHit hit : inOrder) {
            if (visit == null || visit.isOverAt(hit.at())) {
                if (visit != null) {
                    sessions.add(visit.session(visitor));
                }
                visit = new Visit(hit);
            }
            visit.add(hit);
        }
        if (visit != null) {
            sessions.add(visit.session(visitor));
        }
        return sessions;
    }

    /** A session that is not over yet. */
    private static final class Visit {
        private final LoggedHit first;
        private final Instant start;
        private Instant end;
        private int pageViews;
        private int events;
        private boolean isInteractive;
        private @Nullable String entryPage;
        private @Nullable String exitPage;

        Visit(LoggedHit first) {
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
            Traits traits = first.traits();
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
                    traits.source(),
                    traits.referrer(),
                    traits.channel(),
                    traits.utmSource(),
                    traits.utmMedium(),
                    traits.utmCampaign(),
                    traits.utmTerm(),
                    traits.utmContent(),
                    traits.country(),
                    traits.device(),
                    traits.browser(),
                    traits.os());
        }
    }
}
