package dev.varve.analytics;

import dev.varve.Processing;
import dev.varve.Varve;
import dev.varve.analytics.enrich.Enrichment;
import dev.varve.analytics.enrich.UntrustedText;
import dev.varve.analytics.goal.GoalRule;
import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.internal.RecentVisitors;
import dev.varve.analytics.internal.Salts;
import dev.varve.analytics.internal.VisitorIds;
import dev.varve.analytics.session.Realtime;
import dev.varve.analytics.session.Session;
import dev.varve.analytics.session.Visitors;
import dev.varve.analytics.session.internal.RealtimeWorker;
import dev.varve.analytics.session.internal.SessionAccess;
import dev.varve.analytics.session.internal.SessionStore;
import dev.varve.analytics.session.internal.SessionWorker;
import dev.varve.analytics.stats.Stats;
import dev.varve.analytics.stats.internal.StatsAccess;
import dev.varve.analytics.stats.internal.StatsSource;
import dev.varve.entity.EntityOutcome;
import dev.varve.entity.EntityQuery;
import dev.varve.entity.OpenEntities;
import dev.varve.error.Rejected;
import dev.varve.rollup.RollupReport;
import dev.varve.schema.Declaration;
import dev.varve.series.History;
import dev.varve.table.BlockingTable;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Web analytics on an open database: ingests hits, manages sites and goals, and queries statistics. Thread-safe; open it
 * once and keep it. Several processes may share a table.
 *
 * <pre>{@code
 * Varve db = Varve.open(engine, Analytics.schema("analytics"));
 * try (AnalyticsStore store = AnalyticsStore.on(db).open()) {
 *   store.createSite(Site.of("my-site", "My site"));
 *   store.ingest(HitRequest.pageView("https://example.com/").site("my-site").sender(ip, userAgent).build());
 * }
 * }</pre>
 */
public final class AnalyticsStore implements AutoCloseable {

    private final Varve db;
    private final Sites sites;
    private final OpenEntities<Goal> goals;
    private final OpenEntities<SavedFunnel> funnels;
    private final OpenEntities<StoredDrops> droppedHits;
    private final DropCounts dropped;
    private final Salts salts;
    private final Ingest ingest;
    private final SessionStore sessionStore;
    private final SessionWorker sessionWorker;
    private final Visitors visitors;
    private final Realtime realtime;
    private final Stats stats;
    private final InstantSource clock;
    private boolean isFollowed;

    private AnalyticsStore(Opening opened) {
        db = opened.db;
        clock = opened.clock;
        sessionStore = new SessionStore(
                db,
                db.series(Analytics.PAGE_VIEWS),
                db.series(Analytics.EVENTS),
                db.series(Analytics.SESSIONS),
                db.entities(SessionStore.LOGS));
        sessionWorker = new SessionWorker(sessionStore, clock);
        visitors = SessionAccess.instance().visitors(sessionStore, sessionWorker);
        realtime = new Realtime(sessionStore.pageViews(), db.series(Realtime.MINUTES), clock);
        sites = new Sites(db, opened.clock);
        goals = db.entities(Analytics.GOALS);
        funnels = db.entities(Analytics.FUNNELS);
        droppedHits = db.entities(Analytics.DROPPED);
        dropped = new DropCounts(opened.table(Analytics.DROPPED), opened.clock);
        salts = new Salts(opened.table(Salts.SALTS), opened.clock, opened.random);
        ingest = new Ingest(
                opened,
                sites,
                dropped,
                new VisitorIds(salts, opened.recent == null ? visitors::lastHit : opened.recent));
        stats = StatsAccess.instance()
                .stats(
                        new StatsSource(
                                sessionStore.pageViews(),
                                sessionStore.events(),
                                sessionStore.sessions(),
                                opened.table(Analytics.SESSIONS)),
                        this::zoneOf,
                        clock);
    }

    private ZoneId zoneOf(String siteId) {
        return sites.known(siteId)
                .orElseThrow(() -> new Rejected(
                        "site.unknown",
                        "there is no site \"%s\": create it first".formatted(UntrustedText.cut(siteId, Site.MAX_ID))))
                .zones()
                .at(clock.instant());
    }

    /** Starts opening a store on a database whose schema has {@link Analytics#declarations}. */
    public static Opening on(Varve db) {
        return new Opening(db);
    }

    /** The options of opening a store. */
    public static final class Opening {

        final Varve db;
        InstantSource clock;
        RandomGenerator random = new SecureRandom();
        PrivacySignals signals = PrivacySignals.HONOURED;

        @Nullable
        RecentVisitors recent;

        private @Nullable Enrichment enrichment;

        private Opening(Varve db) {
            this.db = db;
            this.clock = db.clock();
        }

        /**
         * Checks that the database has this clock; any other is refused ({@code analytics.two-clocks}). The store always
         * uses the database's clock.
         */
        public Opening clock(InstantSource expected) {
            if (!db.hasClock(expected)) {
                throw new Rejected(
                        "analytics.two-clocks",
                        "the store is opened with the clock %s, but its database has the clock %s: omit clock(…), or"
                                        .formatted(expected, db.clock())
                                + " import past hits with replayClock(…)");
            }
            return this;
        }

        /**
         * Sets the clock for the arrival of hits, to import past hits. Use a separate store for the import, and close it
         * afterwards. Items expire by the database's clock, so the salts of a past day exist only as long as the store.
         */
        public Opening replayClock(InstantSource arrivals) {
            clock = arrivals;
            return this;
        }

        /** Sets the source of salts and ids; it must be unpredictable, like the default. */
        public Opening random(RandomGenerator newRandom) {
            random = newRandom;
            return this;
        }

        /** Sets how hits with DNT or GPC are handled; by default both are honoured. A site may decide otherwise. */
        public Opening signals(PrivacySignals newSignals) {
            signals = newSignals;
            return this;
        }

        /** Replaces the visitors' logs as the source of sessions that continue after midnight. */
        Opening recentVisitors(RecentVisitors newRecent) {
            recent = newRecent;
            return this;
        }

        /** Sets how hits are enriched; the default uses the countries bundled with the module. */
        public Opening enrichment(Enrichment newEnrichment) {
            enrichment = newEnrichment;
            return this;
        }

        public AnalyticsStore open() {
            return new AnalyticsStore(this);
        }

        Enrichment enrichment() {
            return enrichment == null ? Enrichment.bundled() : enrichment;
        }

        BlockingTable table(Declaration declaration) {
            return db.table(db.schema().tableOf(declaration).name());
        }
    }

    /**
     * Stores one hit, or counts it as dropped. Costs two write units, of the table and of gsi1, for hits of up to 1 KB.
     * Reads only for the first hits of a site in a minute, for the first hits of a day, and just after midnight.
     *
     * <p>A hit with a client's id may be sent repeatedly and is stored once. A hit is refused
     * ({@link dev.varve.error.Rejected}) if its site does not exist, if it is invalid, or if the time in its id is too far in
     * the future or more than 22 hours ago.
     */
    public IngestResult ingest(HitRequest request) {
        return ingest.run(request);
    }

    /** Creates a site; the outcome holds the existing site if the id is taken. */
    public EntityOutcome.OfCreate<Site> createSite(Site site) {
        return sites.create(site);
    }

    /** Creates or replaces a site; other processes see it within a minute. */
    public EntityOutcome.OfPut<Site> putSite(Site site) {
        return sites.put(site);
    }

    /**
     * Changes the given components of a site, creates the site if it does not exist, and returns it. Concurrent changes of
     * different components are all kept.
     */
    public Site changeSite(String siteId, SiteChange change) {
        return sites.change(siteId, change);
    }

    /** Deletes a site, its goals and its funnels; its hits stay until they expire. */
    public EntityOutcome.OfDelete<Site> deleteSite(String siteId) {
        EntityOutcome.OfDelete<Site> outcome = sites.delete(siteId);
        goals(siteId).forEach(goal -> goals.delete(siteId, goal.goalId()));
        funnels(siteId).forEach(funnel -> funnels.delete(siteId, funnel.funnelId()));
        return outcome;
    }

    /** Returns a site; eventually consistent, costs half a read unit. */
    public Optional<Site> site(String siteId) {
        return sites.find(siteId);
    }

    /** Returns a site with a consistent read; costs one read unit. */
    public Optional<Site> siteConsistent(String siteId) {
        return sites.findConsistent(siteId);
    }

    /** Returns the site with this id or, if there is none, with this domain; at most a minute old. */
    public Optional<Site> siteOf(String domain) {
        return sites.knownOf(domain);
    }

    /** Queries all sites in the order of their ids; eventually consistent. */
    public EntityQuery<Site> sites() {
        return sites.all();
    }

    /** Creates a goal; the outcome holds the existing goal if the id is taken. */
    public EntityOutcome.OfCreate<Goal> createGoal(Goal goal) {
        return goals.create(goal);
    }

    /** Creates or replaces a goal. */
    public EntityOutcome.OfPut<Goal> putGoal(Goal goal) {
        return goals.put(goal);
    }

    public EntityOutcome.OfDelete<Goal> deleteGoal(String siteId, String goalId) {
        return goals.delete(siteId, goalId);
    }

    public Optional<Goal> goal(String siteId, String goalId) {
        return goals.find(siteId, goalId);
    }

    /** Returns the goals of a site in the order of their ids. */
    public List<Goal> goals(String siteId) {
        return goals.in(siteId).list();
    }

    /** Creates or replaces a funnel. Its goals need not exist yet. */
    public EntityOutcome.OfPut<SavedFunnel> putFunnel(SavedFunnel funnel) {
        return funnels.put(funnel);
    }

    public EntityOutcome.OfDelete<SavedFunnel> deleteFunnel(String siteId, String funnelId) {
        return funnels.delete(siteId, funnelId);
    }

    public Optional<SavedFunnel> funnel(String siteId, String funnelId) {
        return funnels.find(siteId, funnelId);
    }

    /** Returns the funnels of a site in the order of their ids. */
    public List<SavedFunnel> funnels(String siteId) {
        return funnels.in(siteId).list();
    }

    /** Queries the page views of a site with a clock in {@code [from, to)}, in the order of their clocks. */
    public History<PageView> pageViews(String siteId, Instant from, Instant to) {
        return db.series(Analytics.PAGE_VIEWS).history(siteId).between(from, to);
    }

    /** Queries the custom events of a site with a clock in {@code [from, to)}, in the order of their clocks. */
    public History<CustomEvent> events(String siteId, Instant from, Instant to) {
        return db.series(Analytics.EVENTS).history(siteId).between(from, to);
    }

    /** Queries the sessions of a site that started in {@code [from, to)}, in the order of their starts. */
    public History<Session> sessions(String siteId, Instant from, Instant to) {
        return sessionStore.sessions().history(siteId).between(from, to);
    }

    /** Returns the statistics: totals, breakdowns, goals, funnels. */
    public Stats stats() {
        return stats;
    }

    /** Returns the goals of a site as rules for statistics. */
    public List<GoalRule> goalRules(String siteId) {
        return goals(siteId).stream().map(Goal::rule).toList();
    }

    /** Returns the current visitors of sites and their pages. */
    public Realtime realtime() {
        return realtime;
    }

    /** Returns the data of single visitors, to export or erase it. */
    public Visitors visitors() {
        return visitors;
    }

    /** Rebuilds the statistics of the hour of this instant where they are wrong. */
    public List<RollupReport> aggregateHourly(String siteId, Instant instant) {
        return stats.site(siteId).aggregateHourly(instant);
    }

    /** Rebuilds the statistics of the day of this instant where they are wrong. */
    public List<RollupReport> aggregateDaily(String siteId, Instant instant) {
        return stats.site(siteId).aggregateDaily(instant);
    }

    /** Rebuilds the statistics of the month of this instant where they are wrong. */
    public List<RollupReport> aggregateMonthly(String siteId, Instant instant) {
        return stats.site(siteId).aggregateMonthly(instant);
    }

    /**
     * Returns the processing that updates sessions, statistics and realtime rows; {@code processing().start()} runs it in
     * the background. Call this before any other processing of the database starts.
     */
    public synchronized Processing processing() {
        Processing processing = db.processing();
        if (!isFollowed) {
            isFollowed = true;
            String table = db.schema().tableOf(Analytics.PAGE_VIEWS).name();
            processing.follow(table, sessionWorker);
            processing.follow(table, new RealtimeWorker(sessionStore.pageViews(), db.series(Realtime.MINUTES), clock));
        }
        return processing;
    }

    /** Waits until all earlier hits are part of sessions and statistics; for scripts and tests. */
    public void catchUp(Duration timeout) {
        processing().catchUp(timeout);
    }

    /** Returns the stored number of dropped hits of a day in UTC; see {@link #flush}. */
    public DroppedHits dropped(String siteId, LocalDate day) {
        return droppedHits
                .find(siteId, day.toString())
                .map(StoredDrops::counts)
                .orElseGet(() -> new DroppedHits(siteId, day.toString(), 0, 0, 0, 0, 0));
    }

    /** Returns the stored numbers of dropped hits of the days in UTC in {@code [from, to)} that have any, in their order. */
    public List<DroppedHits> dropped(String siteId, LocalDate from, LocalDate to) {
        return droppedHits.in(siteId).from(from.toString()).to(to.toString()).stream()
                .map(StoredDrops::counts)
                .toList();
    }

    /** Counts a hit that the caller has dropped before it was ingested. */
    public void countDropped(String siteId, DropReason reason) {
        dropped.count(siteId, reason);
    }

    /** Stores the counts of dropped hits of this process; the first drop after a minute does so, too. */
    public void flush() {
        dropped.flush();
    }

    /**
     * Removes salts that are older than 48 hours, from memory and from the table. The first hit of a day does so, too, and
     * TTL hides them anyway. Call it from a timer if days may pass without hits.
     */
    public void destroyOldSalts() {
        salts.destroy();
    }

    /** Stores pending counts; the database stays open. */
    @Override
    public void close() {
        flush();
    }
}
