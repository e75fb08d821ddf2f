package dev.varve.analytics;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.internal.Salts;
import dev.varve.analytics.session.Realtime;
import dev.varve.analytics.session.Session;
import dev.varve.analytics.session.internal.SessionStore;
import dev.varve.analytics.stats.internal.StatsRollups;
import dev.varve.entity.Entity;
import dev.varve.item.RecordOptions;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import java.lang.invoke.MethodHandles;
import java.util.List;

/** The declarations of web analytics: sites, goals, hits, sessions and their keys. */
public final class Analytics {

    /** The index of a site's hits by day. */
    static final String BY_DATE = "gsi1";

    /** The sort key of a hit in that index. */
    static final String DATE = "DATE#{at:day}";

    /** The same index holds all sites, by their ids. */
    static final String BY_SITE = "gsi1";

    /** The component that holds the time zone of a site's statistics. */
    private static final String ZONE = "timezone";

    private static final RecordOptions OPTIONS = RecordOptions.defaults().lowerCaseEnums();

    public static final Entity<Site> SITES = Entity.of(Site.class)
            .named("sites")
            .partition("SITE#{siteId}")
            .sort("METADATA")
            .index(BY_SITE, "SITES", "SITE#{siteId}")
            .options(OPTIONS)
            .createdAt("createdAt")
            .updatedAt("updatedAt")
            .build();

    public static final Entity<Goal> GOALS = Entity.of(Goal.class)
            .named("goals")
            .partition("SITE#{siteId}")
            .sort("GOAL#{goalId}")
            .options(OPTIONS)
            .createdAt("createdAt")
            .build();

    public static final Entity<SavedFunnel> FUNNELS = Entity.of(SavedFunnel.class)
            .named("funnels")
            .partition("SITE#{siteId}")
            .sort("FUNNEL#{funnelId}")
            .createdAt("createdAt")
            .build();

    /**
     * The page views of all sites. Their keys in the index hold only the day and are shared with custom events, so ranges
     * of time are read from the table.
     */
    public static final Series<PageView> PAGE_VIEWS =
            StatsRollups.ofPageViews(ofSites(SessionStore.pageViewSeries())).build();

    /** The custom events of all sites; in the index like {@link #PAGE_VIEWS}. */
    public static final Series<CustomEvent> EVENTS =
            StatsRollups.ofEvents(ofSites(SessionStore.eventSeries())).build();

    /** The sessions that are derived from page views and custom events. */
    public static final Series<Session> SESSIONS = StatsRollups.ofSessions(
                    SessionStore.sessionSeries().zoneFrom(SITES, ZONE))
            .build();

    static final Entity<SiteDomain> DOMAINS = Entity.of(SiteDomain.class)
            .named("siteDomains")
            .lookup(MethodHandles.lookup())
            .partition("DOMAIN#{domain}")
            .sort("SITE#{siteId}")
            .build();

    /** Written by {@link DropCounts}, which increments the stored counts. */
    static final Entity<StoredDrops> DROPPED = Entity.of(StoredDrops.class)
            .named("droppedHits")
            .lookup(MethodHandles.lookup())
            .partition("SITE#{siteId}")
            .sort("DROPPED#{day}")
            .build();

    private static final List<Declaration> DECLARATIONS = List.of(
            SITES,
            GOALS,
            FUNNELS,
            PAGE_VIEWS,
            EVENTS,
            SESSIONS,
            SessionStore.LOGS,
            Realtime.MINUTES,
            DOMAINS,
            Salts.SALTS,
            DROPPED);

    private Analytics() {}

    private static <H extends Record & Hit> SeriesBuilder<H> ofSites(SeriesBuilder<H> hits) {
        return hits.sharedIndex(BY_DATE, "SITE#{siteId}", DATE).zoneFrom(SITES, ZONE);
    }

    /** Returns all declarations. */
    public static List<Declaration> declarations() {
        return DECLARATIONS;
    }

    /** Returns the model in one table, with keys {@code pk} and {@code sk} and its indexes. */
    public static Schema schema(String table) {
        return Schema.of(table, DECLARATIONS.toArray(Declaration[]::new));
    }

    /**
     * Returns the model with the salts of visitors in a separate table, so that backups of the main table do not keep
     * them.
     */
    public static Schema schema(String table, String saltTable) {
        Schema others = Schema.of(
                table,
                DECLARATIONS.stream()
                        .filter(declaration -> declaration != Salts.SALTS)
                        .toArray(Declaration[]::new));
        Schema salts = Schema.of(saltTable, Salts.SALTS);
        return Schema.of(
                Schema.in(others.tables().get(0), others.declarations().toArray(Declaration[]::new)),
                Schema.in(salts.tables().get(0), Salts.SALTS));
    }
}
