package dev.varve.analytics.session;

import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.session.VisitorChanges.Ring;
import dev.varve.entity.EntityPage;
import dev.varve.entity.EntityQuery;
import dev.varve.error.VarveException;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.series.History;
import dev.varve.series.HistoryPage;
import dev.varve.series.OpenSeries;
import dev.varve.table.BlockingTable;
import dev.varve.table.PageToken;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes visits anew from what is stored, where changes were lost. */
final class SessionRebuild {

    /** How many hits, or logs, are looked at together. */
    private static final int PAGE = 500;

    /** As far ahead as the clock of a hit may be. */
    private static final Duration AHEAD = Duration.ofDays(1);

    private final SessionStore visits;
    private final SessionWorker worker;

    SessionRebuild(SessionStore visits, SessionWorker worker) {
        this.visits = visits;
        this.worker = worker;
    }

    CompletableFuture<Void> all(Instant now) {
        try {
            TimeRange range = TimeRange.of(now.minus(SessionStore.KEEP), now.plus(AHEAD));
            sites().forEach(site -> site(site, range));
            return CompletableFuture.completedFuture(null);
        } catch (VarveException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private Set<String> sites() {
        try (Stream<Parts> viewed = visits.pageViews().identities().stream();
                Stream<Parts> told = visits.events().identities().stream()) {
            return Stream.concat(viewed, told)
                    .map(site -> site.text("siteId"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    void site(String siteId, TimeRange range) {
        hits(visits.pageViews(), siteId, range);
        hits(visits.events(), siteId, range);
        logs(siteId, range);
    }

    /** Rings for hits that no log may list; what is listed is looked at afterwards. */
    private <E extends Record & Hit> void hits(OpenSeries<E> series, String siteId, TimeRange range) {
        History<E> history = series.history(siteId)
                .between(range.from(), range.to())
                .consistent()
                .limit(PAGE);
        @Nullable PageToken next = null;
        do {
            HistoryPage<E> page = history.page(next);
            Map<Visitor, Set<HitRef>> found = new LinkedHashMap<>();
            for (E hit : page.events()) {
                found.computeIfAbsent(new Visitor(siteId, hit.visitorId()), first -> new TreeSet<>())
                        .add(LoggedHit.of(hit).ref());
            }
            settle(found, false);
            next = page.next();
        } while (next != null);
    }

    private void logs(String siteId, TimeRange range) {
        EntityQuery<VisitorLog> logs = visits.logs().in(siteId).limit(PAGE);
        @Nullable PageToken next = null;
        do {
            EntityPage<VisitorLog> page = logs.page(next);
            Map<Visitor, Set<HitRef>> listed = new LinkedHashMap<>();
            for (VisitorLog log : page.records()) {
                Set<HitRef> refs = HitList.read(log).refs().stream()
                        .filter(ref -> range.contains(ref.at()))
                        .collect(Collectors.toCollection(TreeSet::new));
                if (!refs.isEmpty()) {
                    listed.put(log.visitor(), refs);
                }
            }
            settle(listed, true);
            next = page.next();
        } while (next != null);
    }

    private void settle(Map<Visitor, Set<HitRef>> hits, boolean isToBeWritten) {
        List<Ring> rings = hits.entrySet().stream()
                .map(each -> new Ring(each.getKey(), each.getValue(), isToBeWritten))
                .toList();
        BlockingTable.await(worker.settle(rings));
    }
}
