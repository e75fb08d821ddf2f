package dev.varve.analytics.stats.internal;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.session.Session;
import dev.varve.analytics.stats.SessionDimension;
import dev.varve.key.Grain;
import dev.varve.key.Tick;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.Stat;
import dev.varve.rollup.Tier;
import dev.varve.series.SeriesBuilder;
import dev.varve.sketches.Distinct;
import dev.varve.sketches.TopK;
import java.time.Duration;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.Map;

/**
 * The rollups of page views, events and sessions. All three write the same items:
 * {@code SITE#{siteId}} / {@code STATS#day#2024-01-15}.
 */
public final class StatsRollups {

    /** The index of hourly and coarser rows, with the key {@code PERIOD#day#2024-01-15}. */
    public static final String BY_PERIOD = "gsi1";

    /** How late a hit may arrive, because the salt of its visitor's id exists for two days. */
    public static final Duration HITS_LATE = Duration.ofHours(22);

    /**
     * How late a hit may be stored during an import. Its session may have started a day before it, and sessions may be as
     * late as minute rows can be computed from hits: 28 days less a minute. An hour is left for computing sessions.
     */
    public static final Duration STORED_LATE = Duration.ofDays(26).plusHours(22);

    /** Longer than hits are kept, because hourly rows are computed from these for hits of any age. */
    static final Duration MINUTES_KEPT = Hit.KEPT.plusDays(1);

    static final Duration HOURS_KEPT = Duration.ofDays(90);
    static final Duration DAYS_KEPT = Duration.ofDays(730);

    static final Distinct VISITORS = Distinct.of("visitorId");
    static final TopK PAGES = TopK.of("path", 50);
    static final TopK HOSTNAMES = TopK.of("hostname", 20);
    static final TopK EVENT_NAMES = TopK.of("name", 20);
    /** The top 20 values of each dimension. With the longest possible values a row has 340 of 400 KB. */
    static final Map<SessionDimension, TopK> OF_SESSIONS = topOfSessions();

    private static final String SITE = "SITE#{siteId}";
    private static final String ROW = "STATS#";
    private static final String ROW_BY_PERIOD = "PERIOD#";
    private static final String SHARED = "stats";
    private static final String COUNT = "count";
    private static final int TOP = 20;

    private StatsRollups() {}

    /** Rolls up a series of page views, whose clock is {@code at}. */
    public static SeriesBuilder<PageView> ofPageViews(SeriesBuilder<PageView> series) {
        return series.maxLate(STORED_LATE).rollUp(pageViews());
    }

    /** Rolls up a series of custom events, whose clock is {@code at}. */
    public static SeriesBuilder<CustomEvent> ofEvents(SeriesBuilder<CustomEvent> series) {
        return series.maxLate(STORED_LATE).rollUp(events());
    }

    /** Rolls up a series of sessions, whose clock is {@code startedAt}. */
    public static SeriesBuilder<Session> ofSessions(SeriesBuilder<Session> series) {
        return series.rollUp(sessions());
    }

    static Rollup pageViews() {
        Rollup rollup = Rollup.of().measure(VISITORS).measure(PAGES).measure(HOSTNAMES);
        return tiers(rollup, "at", Names.OF_PAGE_VIEWS);
    }

    static Rollup events() {
        return tiers(Rollup.of().measure(VISITORS).measure(EVENT_NAMES), "at", Names.OF_EVENTS);
    }

    static Rollup sessions() {
        Rollup rollup = Rollup.of()
                .stats("bounce", Stat.SUM, Stat.AVG)
                .stats("duration", Stat.SUM, Stat.AVG)
                .stats("pageViews", Stat.SUM, Stat.AVG);
        for (TopK list : OF_SESSIONS.values()) {
            rollup = rollup.measure(list);
        }
        return tiers(rollup, "startedAt", Names.OF_SESSIONS);
    }

    /** The names of renamed attributes in the shared rows. */
    static final class Names {
        static final Map<String, String> OF_PAGE_VIEWS = Map.of(
                COUNT, "pageViews", "distinctVisitorId", "visitorSketch", "countDistinctVisitorId", "uniqueVisitors");
        static final Map<String, String> OF_EVENTS = Map.of(
                COUNT,
                "events",
                "distinctVisitorId",
                "eventVisitorSketch",
                "countDistinctVisitorId",
                "eventVisitors",
                "topName",
                "topEvent");
        static final Map<String, String> OF_SESSIONS = Map.of(
                COUNT, "sessions", "sumBounce", "bounces", "avgBounce", "bounceRate", "avgPageViews", "viewsPerVisit");

        private Names() {}
    }

    private static Rollup tiers(Rollup rollup, String clock, Map<String, String> names) {
        return rollup.sharedRows(SHARED)
                .tier(tier(Grain.MINUTE, clock, names).keep(MINUTES_KEPT))
                .tier(indexed(Grain.HOUR, clock, names).keep(HOURS_KEPT))
                .tier(indexed(Grain.DAY, clock, names).keep(DAYS_KEPT))
                .tier(indexed(Grain.MONTH, clock, names));
    }

    private static Tier tier(Grain grain, String clock, Map<String, String> names) {
        Tier tier = Tier.of(grain).keys(SITE, ROW + period(grain, clock));
        for (Map.Entry<String, String> name : names.entrySet()) {
            tier = tier.name(name.getKey(), name.getValue());
        }
        return tier;
    }

    private static Tier indexed(Grain grain, String clock, Map<String, String> names) {
        return tier(grain, clock, names).index(BY_PERIOD, SITE, ROW_BY_PERIOD + period(grain, clock));
    }

    /** Returns the keys of the rows of a grain; days and months are those of a zone. */
    public static SeriesLayout rows(Grain grain, ZoneId zone) {
        return keys(ROW, grain, zone);
    }

    /** Returns the keys of the rows of a grain in the index {@link #BY_PERIOD}. */
    public static SeriesLayout rowsByPeriod(Grain grain, ZoneId zone) {
        return keys(ROW_BY_PERIOD, grain, zone);
    }

    private static SeriesLayout keys(String prefix, Grain grain, ZoneId zone) {
        // The hours of a former zone of the site may start at another minute, so an hour's start is read as it is.
        String period = grain == Grain.HOUR ? grain.word() + "#{at}" : period(grain, "at");
        return Layout.series("at")
                .tick(Tick.SECONDS)
                .zone(zone)
                .keys(SITE, prefix + period)
                .build();
    }

    private static String period(Grain grain, String clock) {
        return "%s#{%s:%s}".formatted(grain.word(), clock, grain.word());
    }

    private static Map<SessionDimension, TopK> topOfSessions() {
        Map<SessionDimension, TopK> lists = new EnumMap<>(SessionDimension.class);
        for (SessionDimension dimension : SessionDimension.values()) {
            lists.put(dimension, TopK.of(dimension.component(), TOP));
        }
        return lists;
    }
}
