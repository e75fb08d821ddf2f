package dev.varve.analytics;

import dev.varve.analytics.session.Realtime;
import dev.varve.analytics.session.internal.SessionStore;
import dev.varve.analytics.stats.internal.StatsRollups;
import dev.varve.entity.Entity;
import dev.varve.key.Grain;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.series.Series;
import dev.varve.table.Key;
import dev.varve.table.internal.LayoutKeys;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** The keys of all items, for programs that read the table directly. */
public final class AnalyticsKeys {

    private static final EntityLayout SESSION = Layout.entity("SITE#{siteId}", "SESSION#{sessionId}");
    private static final SeriesLayout BY_DATE = Layout.series("at")
            .tick(Tick.SECONDS)
            .keys("SITE#{siteId}", Analytics.DATE)
            .build();
    private static final SeriesLayout BY_VISITOR = Layout.series("startedAt")
            .keys("VISITOR#{visitorId}", "{startedAt}")
            .build();

    private AnalyticsKeys() {}

    /** {@code SITE#my-site} / {@code METADATA} */
    public static Key site(String siteId) {
        return of(Analytics.SITES, siteId);
    }

    /** {@code SITE#my-site} / {@code PV#2024-01-15T10:30:00Z#01HM6…} */
    public static Key pageView(String siteId, Instant at, String id) {
        return of(Analytics.PAGE_VIEWS, siteId, at, id);
    }

    /** {@code SITE#my-site} / {@code EVENT#2024-01-15T10:30:00Z#01HM6…} */
    public static Key event(String siteId, Instant at, String id) {
        return of(Analytics.EVENTS, siteId, at, id);
    }

    /** {@code SITE#my-site} / {@code SESSION#01HM6…} */
    public static Key session(String siteId, String sessionId) {
        return of(SESSION, Parts.of("siteId", siteId, "sessionId", sessionId));
    }

    /** {@code SITE#my-site} / {@code VISITOR#9f86d081884c7d65} */
    public static Key visitor(String siteId, String visitorId) {
        return of(SessionStore.LOGS, siteId, visitorId);
    }

    /** {@code SITE#my-site} / {@code GOAL#signup} */
    public static Key goal(String siteId, String goalId) {
        return of(Analytics.GOALS, siteId, goalId);
    }

    /** {@code SITE#my-site} / {@code FUNNEL#checkout} */
    public static Key funnel(String siteId, String funnelId) {
        return of(Analytics.FUNNELS, siteId, funnelId);
    }

    /** {@code SITE#my-site} / {@code STATS#hour#2024-01-15T10:00:00Z}; the hour of an instant, for zones of whole hours. */
    public static Key hourStats(String siteId, Instant at) {
        return stats(siteId, Grain.HOUR, at.truncatedTo(ChronoUnit.HOURS));
    }

    /** {@code SITE#my-site} / {@code STATS#day#2024-01-15}; a day of the site's zone. */
    public static Key dayStats(String siteId, LocalDate day) {
        return stats(siteId, Grain.DAY, start(day));
    }

    /** {@code SITE#my-site} / {@code STATS#month#2024-01}; a month of the site's zone. */
    public static Key monthStats(String siteId, YearMonth month) {
        return stats(siteId, Grain.MONTH, start(month.atDay(1)));
    }

    /** {@code SITE#my-site} / {@code REALTIME#2024-01-15T10:30} */
    public static Key realtime(String siteId, Instant at) {
        return Realtime.MINUTES.itemKey(Parts.of("siteId", siteId), at);
    }

    /** {@code SITE#my-site} / {@code DROPPED#2024-01-15} */
    public static Key dropped(String siteId, LocalDate day) {
        return of(Analytics.DROPPED, siteId, day.toString());
    }

    /** In gsi1, {@code SITE#my-site} / {@code DATE#2024-01-15}: page views and events of a day in UTC. */
    public static Key byDate(String siteId, Instant at) {
        return of(BY_DATE, Parts.of("siteId", siteId), at);
    }

    /** In gsi1, {@code SITE#my-site} / {@code PERIOD#hour#2024-01-15T10:00:00Z}. */
    public static Key byHour(String siteId, Instant at) {
        return byPeriod(siteId, Grain.HOUR, at.truncatedTo(ChronoUnit.HOURS));
    }

    /** In gsi1, {@code SITE#my-site} / {@code PERIOD#day#2024-01-15}. */
    public static Key byDay(String siteId, LocalDate day) {
        return byPeriod(siteId, Grain.DAY, start(day));
    }

    /** In gsi1, {@code SITE#my-site} / {@code PERIOD#month#2024-01}. */
    public static Key byMonth(String siteId, YearMonth month) {
        return byPeriod(siteId, Grain.MONTH, start(month.atDay(1)));
    }

    /** In gsi2, {@code VISITOR#9f86d081884c7d65} / {@code 2024-01-15T10:30:00.000Z}: a session, by its start. */
    public static Key byVisitor(String visitorId, Instant startedAt) {
        return of(BY_VISITOR, Parts.of("visitorId", visitorId), startedAt);
    }

    private static Key stats(String siteId, Grain grain, Instant start) {
        return of(StatsRollups.rows(grain, ZoneOffset.UTC), Parts.of("siteId", siteId), start);
    }

    private static Key byPeriod(String siteId, Grain grain, Instant start) {
        return of(StatsRollups.rowsByPeriod(grain, ZoneOffset.UTC), Parts.of("siteId", siteId), start);
    }

    /** Returns the start of a day in UTC; keys hold only the day. */
    private static Instant start(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private static Key of(Entity<?> entity, Object... parts) {
        return entity.itemKey(entity.key(parts));
    }

    private static Key of(EntityLayout layout, Parts parts) {
        return LayoutKeys.key(layout.write(parts));
    }

    private static Key of(SeriesLayout layout, Parts parts, Instant clock) {
        return LayoutKeys.key(layout.write(parts, clock));
    }

    private static Key of(Series<?> series, String siteId, Instant at, String id) {
        return series.itemKey(Parts.of("siteId", siteId, "id", id), at);
    }
}
