package dev.varve.analytics.stats;

import dev.varve.Varve;
import dev.varve.analytics.TestEngine;
import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.session.Session;
import dev.varve.analytics.session.internal.SessionStore;
import dev.varve.analytics.session.internal.SessionWorker;
import dev.varve.analytics.stats.internal.StatsAccess;
import dev.varve.analytics.stats.internal.StatsRollups;
import dev.varve.analytics.stats.internal.StatsSource;
import dev.varve.engine.Engine;
import dev.varve.entity.Entity;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import dev.varve.testkit.CountingEngine;
import dev.varve.testkit.EngineHarness;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The base of the contracts of statistics: sites in several zones, their series, sessions and rollups. */
abstract class StatsContract {

    /** A site with the fields that statistics need. */
    public record TestSite(String siteId, String timezone) {}

    static final Map<String, String> ZONES =
            Map.of("utc", "UTC", "berlin", "Europe/Berlin", "kolkata", "Asia/Kolkata", "johns", "America/St_Johns");

    static final Entity<TestSite> SITES = Entity.of(TestSite.class)
            .named("sites")
            .partition("SITE#{siteId}")
            .sort("METADATA")
            .build();
    static final Series<PageView> PAGE_VIEWS = StatsRollups.ofPageViews(
                    SessionStore.pageViewSeries().zoneFrom(SITES, "timezone"))
            .build();
    static final Series<CustomEvent> EVENTS = StatsRollups.ofEvents(
                    SessionStore.eventSeries().zoneFrom(SITES, "timezone"))
            .build();
    static final Series<Session> SESSIONS = StatsRollups.ofSessions(
                    SessionStore.sessionSeries().zoneFrom(SITES, "timezone"))
            .build();

    final MutableClock clock = new MutableClock();

    @Parameter
    TestEngine testEngine;

    @TempDir
    private Path directory;

    String table;
    Engine engine;
    /** Counts the reads of statistics. */
    CountingEngine reads;

    Varve db;
    OpenSeries<PageView> pageViews;
    OpenSeries<CustomEvent> events;
    OpenSeries<Session> sessions;
    Stats stats;

    @BeforeEach
    void open() {
        table = "stats-" + EngineHarness.TABLES.incrementAndGet();
        engine = testEngine.open(clock, directory);
        Schema schema = Schema.of(table, SITES, PAGE_VIEWS, EVENTS, SESSIONS, SessionStore.LOGS);
        db = Varve.on(engine).clock(clock).open(schema);
        pageViews = db.series(PAGE_VIEWS);
        events = db.series(EVENTS);
        sessions = db.series(SESSIONS);
        SessionStore store = new SessionStore(db, pageViews, events, sessions, db.entities(SessionStore.LOGS));
        db.processing().follow(table, new SessionWorker(store, clock));
        ZONES.forEach((siteId, zone) -> db.entities(SITES).put(new TestSite(siteId, zone)));
        reads = new CountingEngine(engine);
        Varve reading = Varve.on(reads).clock(clock).open(schema);
        stats = StatsAccess.instance()
                .stats(
                        new StatsSource(
                                reading.series(PAGE_VIEWS),
                                reading.series(EVENTS),
                                reading.series(SESSIONS),
                                reading.table(table)),
                        siteId -> ZoneId.of(ZONES.get(siteId)),
                        clock);
    }

    @AfterEach
    void closeEngine() {
        if (engine != null) {
            engine.close();
        }
    }

    /** Stores a hit; returns whether it is new. */
    final boolean append(Hit hit) {
        return hit instanceof PageView view
                ? pageViews.append(view) instanceof Outcome.Applied
                : events.append((CustomEvent) hit) instanceof Outcome.Applied;
    }

    /** Processes all changes: first the sessions, then their rows. */
    final void follow() {
        db.processing().catchUp(Duration.ofMinutes(1));
        db.processing().catchUp(Duration.ofMinutes(1));
    }
}
