package dev.varve.analytics;

import dev.varve.Processing;
import dev.varve.Varve;
import dev.varve.analytics.enrich.Enrichment;
import dev.varve.analytics.enrich.UntrustedText;
import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.session.Realtime;
import dev.varve.analytics.session.RealtimeWorker;
import dev.varve.analytics.session.Session;
import dev.varve.analytics.session.SessionStore;
import dev.varve.analytics.session.SessionWorker;
import dev.varve.analytics.session.Visitors;
import dev.varve.analytics.stats.GoalRule;
import dev.varve.analytics.stats.Stats;
import dev.varve.analytics.stats.StatsSource;
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
 * Web analytics on an open database: takes hits, and answers for sites, goals and what is stored of hits. Safe for many
 * threads; open it once and keep it. Several processes may share a table.
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
    private final OpenEntities<DroppedHits> droppedHits;
    private final DropCounts dropped;
    private final Salts salts;
    private final Ingest ingest;
    private final SessionStore visits;
    private final SessionWorker sessionWorker;
    private final Visitors visitors;
    private final Realtime realtime;
    private final Stats stats;
    private final InstantSource clock;
    private boolean isFollowed;

    private AnalyticsStore(Opening opened) {
        db = opened.db;
        clock = opened.clock;
        visits = new SessionStore(
                db,
                db.series(Analytics.PAGE_VIEWS),
                db.series(Analytics.EVENTS),
                db.series(Analytics.SESSIONS),
                db.entities(SessionStore.LOGS));
        sessionWorker = new SessionWorker(visits, clock);
        visitors = new Visitors(visits, sessionWorker);
        realtime = new Realtime(visits.pageViews(), db.series(Realtime.MINUTES), clock);
        sites = new Sites(db, opened.clock);
        goals = db.entities(Analytics.GOALS);
        droppedHits = db.entities(Analytics.DROPPED);
        dropped = new DropCounts(opened.table(Analytics.DROPPED), opened.clock);
        salts = new Salts(opened.table(Analytics.SALTS), opened.clock, opened.random);
        ingest = new Ingest(
                opened,
                sites,
                dropped,
                new VisitorIds(salts, opened.recent == null ? visitors::lastHit : opened.recent));
        stats = Stats.of(
                new StatsSource(
                        visits.pageViews(), visits.events(), visits.sessions(), opened.table(Analytics.SESSIONS)),
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

    /** Begins to open the model on a database whose schema has {@link Analytics#declarations}. */
    public static Opening on(Varve db) {
        return new Opening(db);
    }

    /** How the model is to be opened. */
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
         * Says which clock the database has. The store uses the database's clock without being told; any other clock is
         * refused ({@code analytics.two-clocks}).
         */
        public Opening clock(InstantSource expected) {
            if (!db.hasClock(expected)) {
                throw new Rejected(
                        "analytics.two-clocks",
                        "the store is opened with the clock %s, but its database has the clock %s: leave clock(…) out, or"
                                        .formatted(expected, db.clock())
                                + " load hits of the past with replayClock(…)");
            }
            return this;
        }

        /**
         * Lets hits arrive at the time this clock tells, instead of now: for loading hits of the past. Keep such a store
         * apart from the one that takes new hits, and close it when the past is loaded. Items that this clock dates
         * expire by the database's clock, so the salts of a past day live only as long as the store.
         */
        public Opening replayClock(InstantSource arrivals) {
            clock = arrivals;
            return this;
        }

        /** Sets where salts and ids come from; it must not be guessable, as the default is not. */
        public Opening random(RandomGenerator newRandom) {
            random = newRandom;
            return this;
        }

        /** Says what becomes of hits with DNT and GPC; they are honoured unless said otherwise. */
        public Opening signals(PrivacySignals newSignals) {
            signals = newSignals;
            return this;
        }

        /** Says who knows the visits that may go on after midnight, instead of the visitors' logs. */
        Opening recentVisitors(RecentVisitors newRecent) {
            recent = newRecent;
            return this;
        }

        /** Sets how hits are enriched; with the countries of the module unless said otherwise. */
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
     * Stores one hit, or counts it as dropped. Costs two write units, of the table and of gsi1, for hits of up to 1 KB;
     * reads only on the first hits of a site in a minute and of a day, and just after midnight.
     *
     * <p>A hit with the client's id may be sent again and again. It is refused ({@link dev.varve.error.Rejected}) if its
     * site does not exist, if it cannot be read, and if its id says a time too far ahead, or longer ago than 22
     * hours.
     */
    public IngestResult ingest(HitRequest request) {
        return ingest.run(request);
    }

    /** Creates a site, or returns the one that has its id. */
    public EntityOutcome.OfCreate<Site> createSite(Site site) {
        return sites.create(site);
    }

    /** Creates a site or replaces it; other processes know it after a minute. */
    public EntityOutcome.OfPut<Site> putSite(Site site) {
        return sites.put(site);
    }

    /**
     * Changes what is given of a site, makes it where there is none, and returns it as it is then. Changes at the same
     * instant that name different parts all hold.
     */
    public Site changeSite(String siteId, SiteChange change) {
        return sites.change(siteId, change);
    }

    /** Deletes a site and its goals; its hits stay until they expire. */
    public EntityOutcome.OfDelete<Site> deleteSite(String siteId) {
        EntityOutcome.OfDelete<Site> outcome = sites.delete(siteId);
        goals(siteId).forEach(goal -> goals.delete(siteId, goal.goalId()));
        return outcome;
    }

    /** Returns a site, which may miss the newest writes; half a read unit. */
    public Optional<Site> site(String siteId) {
        return sites.find(siteId);
    }

    /** Returns a site as the newest write left it; one read unit. */
    public Optional<Site> siteConsistent(String siteId) {
        return sites.findConsistent(siteId);
    }

    /** Returns the site whose id this is, or else one that has this domain, as it was at most a minute ago. */
    public Optional<Site> siteOf(String domain) {
        return sites.knownOf(domain);
    }

    /** Asks for all sites, by their ids; follows after a moment. */
    public EntityQuery<Site> sites() {
        return sites.all();
    }

    /** Creates a goal, or returns the one that has its id. */
    public EntityOutcome.OfCreate<Goal> createGoal(Goal goal) {
        return goals.create(goal);
    }

    /** Creates a goal or replaces it. */
    public EntityOutcome.OfPut<Goal> putGoal(Goal goal) {
        return goals.put(goal);
    }

    public EntityOutcome.OfDelete<Goal> deleteGoal(String siteId, String goalId) {
        return goals.delete(siteId, goalId);
    }

    public Optional<Goal> goal(String siteId, String goalId) {
        return goals.find(siteId, goalId);
    }

    /** Returns the goals of a site, by their ids. */
    public List<Goal> goals(String siteId) {
        return goals.in(siteId).list();
    }

    /** Asks for the page views of a site with a clock in {@code [from, to)}, in the order of their clocks. */
    public History<PageView> pageViews(String siteId, Instant from, Instant to) {
        return db.series(Analytics.PAGE_VIEWS).history(siteId).between(from, to);
    }

    /** Asks for the custom events of a site with a clock in {@code [from, to)}, in the order of their clocks. */
    public History<CustomEvent> events(String siteId, Instant from, Instant to) {
        return db.series(Analytics.EVENTS).history(siteId).between(from, to);
    }

    /** Asks for the visits of a site that began in {@code [from, to)}, in the order of their starts. */
    public History<Session> sessions(String siteId, Instant from, Instant to) {
        return visits.sessions().history(siteId).between(from, to);
    }

    /** Returns what visits and hits come to: numbers, lists, goals, funnels. */
    public Stats stats() {
        return stats;
    }

    /** Returns the goals of a site as statistics take them. */
    public List<GoalRule> goalRules(String siteId) {
        return goals(siteId).stream().map(Goal::rule).toList();
    }

    /** Returns who is on a site now, and where. */
    public Realtime realtime() {
        return realtime;
    }

    /** Returns what is known of single visitors, to be handed over or erased. */
    public Visitors visitors() {
        return visitors;
    }

    /** Makes the statistics of the hour of this instant anew, where they are not right. */
    public List<RollupReport> aggregateHourly(String siteId, Instant instant) {
        return stats.site(siteId).aggregateHourly(instant);
    }

    /** Makes the statistics of the day of this instant anew, where they are not right. */
    public List<RollupReport> aggregateDaily(String siteId, Instant instant) {
        return stats.site(siteId).aggregateDaily(instant);
    }

    /** Makes the statistics of the month of this instant anew, where they are not right. */
    public List<RollupReport> aggregateMonthly(String siteId, Instant instant) {
        return stats.site(siteId).aggregateMonthly(instant);
    }

    /**
     * Returns what keeps visits, statistics and the rows of the last minutes up to date: {@code processing().start()} lets
     * it work in the background. To be called before anything else begins to process the database.
     */
    public synchronized Processing processing() {
        Processing processing = db.processing();
        if (!isFollowed) {
            isFollowed = true;
            String table = db.schema().tableOf(Analytics.PAGE_VIEWS).name();
            processing.follow(table, sessionWorker);
            processing.follow(table, new RealtimeWorker(visits.pageViews(), db.series(Realtime.MINUTES), clock));
        }
        return processing;
    }

    /** Waits until all hits taken before this call are in visits, and these in statistics; for scripts and tests. */
    public void catchUp(Duration timeout) {
        processing().catchUp(timeout);
    }

    /** Returns how many hits of a day in UTC were dropped, as far as it is written; see {@link #flush}. */
    public DroppedHits dropped(String siteId, LocalDate day) {
        return droppedHits
                .find(siteId, day.toString())
                .orElseGet(() -> new DroppedHits(siteId, day.toString(), 0, 0, 0, 0));
    }

    /** Writes the counts of dropped hits that this process has gathered; the first drop after a minute does so too. */
    public void flush() {
        dropped.flush();
    }

    /**
     * Removes the salts that are older than 48 hours, here and from the table. The first hit of a day does so too, and
     * time to live hides them all the same: call it from a timer where days go by without hits.
     */
    public void destroyOldSalts() {
        salts.destroy();
    }

    /** Writes what is gathered; the database stays open. */
    @Override
    public void close() {
        flush();
    }
}
