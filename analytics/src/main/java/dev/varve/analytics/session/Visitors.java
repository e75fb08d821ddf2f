package dev.varve.analytics.session;

import static dev.varve.table.AttributePath.attr;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.session.internal.HitList;
import dev.varve.analytics.session.internal.HitRef;
import dev.varve.analytics.session.internal.HitRef.Kind;
import dev.varve.analytics.session.internal.LoggedHit;
import dev.varve.analytics.session.internal.SessionAccess;
import dev.varve.analytics.session.internal.SessionStore;
import dev.varve.analytics.session.internal.SessionWorker;
import dev.varve.analytics.session.internal.VisitorChanges.VisitorChange;
import dev.varve.key.TimeRange;
import dev.varve.series.OpenSeries;
import dev.varve.table.BlockingTable;
import dev.varve.table.Key;
import dev.varve.table.Table;
import dev.varve.table.internal.BulkDelete;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The data of single visitors: last hits, sessions, export and erasure. */
public final class Visitors {

    /** How long logs of visitors are kept: longer than their hits, whose clocks may be up to a day in the future. */
    public static final Duration LOGS_KEPT = Hit.KEPT.plusDays(1);

    /** How often an erasure starts again if new hits arrived; then it reports what remains. */
    private static final int MAX_ROUNDS = 3;

    /** How many batches of one erasure are sent in parallel. */
    private static final int PARALLEL = 4;

    static {
        SessionAccess.register(new SessionAccess() {
            @Override
            public Visitors visitors(SessionStore store, SessionWorker worker) {
                return new Visitors(store, worker);
            }
        });
    }

    private final SessionStore store;
    private final SessionWorker worker;

    Visitors(SessionStore store, SessionWorker worker) {
        this.store = store;
        this.worker = worker;
    }

    /**
     * Returns the time of a visitor's last hit before an instant, from the visitor's log, which is updated shortly after
     * the hits. Costs one read unit for each 4 KB of the log.
     */
    public Optional<Instant> lastHit(String siteId, String visitorId, Instant before) {
        return log(new Visitor(siteId, visitorId)).refs().stream()
                .map(HitRef::at)
                .filter(at -> at.isBefore(before))
                .max(Instant::compareTo);
    }

    /** Returns the sessions of a visitor from an index, oldest first; eventually consistent. */
    public List<Session> sessions(String visitorId) {
        return store.sessions().by(SessionStore.BY_VISITOR, visitorId).list();
    }

    private HitList log(Visitor visitor) {
        return store.logs()
                .findConsistent(visitor.siteId(), visitor.visitorId())
                .map(HitList::read)
                .orElse(HitList.empty());
    }

    /**
     * Returns all stored data of a visitor: from the log, and from the site's hits and sessions in this range, because a log
     * may have expired or been cut. A visitor's id is valid for one day, so three days around it are enough. Reads all
     * hits of the site in the range.
     */
    public VisitorData export(Visitor visitor, TimeRange days) {
        HitList log = log(visitor);
        SortedMap<HitRef, Hit> hits = new TreeMap<>();
        BlockingTable.await(worker.hits().find(visitor, log.refs()))
                .forEach((ref, hit) -> hit.ifPresent(stored -> hits.put(ref, stored)));
        addRange(hits, store.pageViews(), visitor, days);
        addRange(hits, store.events(), visitor, days);
        return new VisitorData(
                visitor,
                only(hits, PageView.class),
                only(hits, CustomEvent.class),
                storedSessions(visitor, days),
                log.hits().stream().map(Visitors::listed).toList());
    }

    private static VisitorData.ListedHit listed(LoggedHit hit) {
        return new VisitorData.ListedHit(
                hit.ref().id(), hit.isPageView() ? "pageView" : "event", hit.path(), hit.interactive());
    }

    private static <E extends Hit> List<E> only(Map<HitRef, Hit> hits, Class<E> type) {
        return hits.values().stream().filter(type::isInstance).map(type::cast).toList();
    }

    private static <E extends Record & Hit> void addRange(
            Map<HitRef, Hit> hits, OpenSeries<E> series, Visitor visitor, TimeRange days) {
        series.history(visitor.siteId())
                .between(days.from(), days.to())
                .where(attr(series.declaration().mapping().attribute("visitorId"))
                        .is(visitor.visitorId()))
                .consistent()
                .list()
                .forEach(hit -> hits.put(LoggedHit.of(hit).ref(), hit));
    }

    /** Reads the sessions of the range from the table, and those of any day from the index, which may lag behind. */
    private List<Session> storedSessions(Visitor visitor, TimeRange days) {
        SortedMap<String, Session> found = new TreeMap<>();
        sessions(visitor.visitorId()).stream()
                .filter(session -> session.siteId().equals(visitor.siteId()))
                // The index may still list removed sessions.
                .filter(session -> store.sessions()
                        .history(visitor.siteId())
                        .between(session.startedAt(), session.startedAt().plusMillis(1))
                        .consistent()
                        .list()
                        .contains(session))
                .forEach(session -> found.put(session.sessionId(), session));
        store.sessions()
                .history(visitor.siteId())
                .between(days.from(), days.to())
                .where(attr("visitorId").is(visitor.visitorId()))
                .consistent()
                .list()
                .forEach(session -> found.put(session.sessionId(), session));
        return List.copyOf(found.values());
    }

    /**
     * Removes all that {@link #export} finds, and checks again. Statistics contain no visitors and stay; rows that are not
     * sealed are refreshed without the removed hits. The log stays as an item with only id and version until it expires:
     * it prevents a worker that has read the hits before from writing them again.
     */
    public ErasureReport erase(Visitor visitor, TimeRange days) {
        ErasureReport erased = new ErasureReport(visitor, 0, 0, 0, 0);
        VisitorData found = export(visitor, days);
        for (int round = 0; round < MAX_ROUNDS && !found.isEmpty(); round++) {
            remove(found);
            erased = new ErasureReport(
                    visitor,
                    erased.pageViews() + found.pageViews().size(),
                    erased.events() + found.events().size(),
                    erased.sessions() + found.sessions().size(),
                    0);
            found = export(visitor, days);
        }
        int remaining = found.pageViews().size()
                + found.events().size()
                + found.sessions().size()
                + found.listed().size();
        return new ErasureReport(visitor, erased.pageViews(), erased.events(), erased.sessions(), remaining);
    }

    private void remove(VisitorData found) {
        Visitor visitor = found.visitor();
        Set<HitRef> refs = new TreeSet<>(log(visitor).refs());
        refs.addAll(removeHits(Kind.PAGE_VIEW, visitor, found.pageViews()));
        refs.addAll(removeHits(Kind.EVENT, visitor, found.events()));
        // Removes the log's sessions in the same transaction; sessions without a log are left for the next step.
        BlockingTable.await(worker.settle(List.of(new VisitorChange(visitor, refs, true))));
        Set<String> kept = store.logs()
                .findConsistent(visitor.siteId(), visitor.visitorId())
                .map(log -> Set.copyOf(log.sessions()))
                .orElse(Set.of());
        delete(
                sessionTable(),
                found.sessions().stream()
                        .map(Session::sessionId)
                        .filter(id -> !kept.contains(id))
                        .map(id -> worker.writer().sessionKey(visitor.siteId(), id))
                        .toList());
    }

    private Set<HitRef> removeHits(Kind kind, Visitor visitor, Collection<? extends Hit> hits) {
        Set<HitRef> refs =
                hits.stream().map(hit -> new HitRef(hit.id(), kind)).collect(Collectors.toCollection(TreeSet::new));
        delete(
                worker.hits().table(kind),
                refs.stream()
                        .map(ref -> worker.hits().key(visitor.siteId(), ref))
                        .toList());
        return refs;
    }

    private Table sessionTable() {
        return store.db()
                .table(store.db()
                        .schema()
                        .tableOf(store.sessions().declaration())
                        .name())
                .async();
    }

    private static void delete(Table table, List<Key> keys) {
        var bulk = new BulkDelete(table, PARALLEL);
        bulk.run(keys.stream(), batch -> bulk.remove(batch, "visit.erase-unfinished", "items"));
    }
}
