package dev.varve.analytics.session.internal;

import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.session.Visitor;
import dev.varve.analytics.session.internal.VisitorChanges.VisitorChange;
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

/** Rebuilds sessions from stored hits, after changes were lost. */
final class SessionRebuild {

    /** How many hits or logs are read at a time. */
    private static final int PAGE = 500;

    /** How far in the future the clock of a hit may be. */
    private static final Duration AHEAD = Duration.ofDays(1);

    private final SessionStore store;
    private final SessionWorker worker;

    SessionRebuild(SessionStore store, SessionWorker worker) {
        this.store = store;
        this.worker = worker;
    }

    CompletableFuture<Void> all(Instant now) {
        try {
            TimeRange range = TimeRange.of(now.minus(Hit.KEPT), now.plus(AHEAD));
            sites().forEach(site -> site(site, range));
            return CompletableFuture.completedFuture(null);
        } catch (VarveException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private Set<String> sites() {
        try (Stream<Parts> withViews = store.pageViews().identities().stream();
                Stream<Parts> withEvents = store.events().identities().stream()) {
            return Stream.concat(withViews, withEvents)
                    .map(site -> site.text("siteId"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    void site(String siteId, TimeRange range) {
        hits(store.pageViews(), siteId, range);
        hits(store.events(), siteId, range);
        logs(siteId, range);
    }

    /** Merges stored hits into the logs; the hits that logs list are checked afterwards. */
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
        EntityQuery<VisitorLog> logs = store.logs().in(siteId).limit(PAGE);
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

    private void settle(Map<Visitor, Set<HitRef>> hits, boolean mustWrite) {
        List<VisitorChange> changes = hits.entrySet().stream()
                .map(each -> new VisitorChange(each.getKey(), each.getValue(), mustWrite))
                .toList();
        BlockingTable.await(worker.settle(changes));
    }
}
