package dev.varve.analytics.session;

import dev.varve.Varve;
import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.PageView;
import dev.varve.entity.Entity;
import dev.varve.entity.OpenEntities;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import java.time.Duration;

/**
 * The visits of an open database: what they are made of, and where they are kept.
 *
 * @param pageViews the page views of all sites, by site; at the keys {@code PV#{at}#{id}}
 * @param events the custom events of all sites, by site
 * @param sessions as {@link #sessionSeries} declares them
 * @param logs as {@link #LOGS} declares them
 */
public record SessionStore(
        Varve db,
        OpenSeries<PageView> pageViews,
        OpenSeries<CustomEvent> events,
        OpenSeries<Session> sessions,
        OpenEntities<VisitorLog> logs) {

    /** Hits are kept this long after they happened, and sessions after they began. */
    public static final Duration KEEP = Duration.ofDays(30);

    /** A log outlives its hits, also one whose clock is a day ahead: that much a series lets pass. */
    private static final Duration KEEP_LOG = KEEP.plusDays(1);

    /** The index that holds the sessions of a visitor, by their start. */
    public static final String BY_VISITOR = "gsi2";

    /** The logs of visitors: {@code SITE#{siteId}} / {@code VISITOR#{visitorId}}. */
    public static final Entity<VisitorLog> LOGS = Entity.of(VisitorLog.class)
            .named("visitorLogs")
            .partition("SITE#{siteId}")
            .sort("VISITOR#{visitorId}")
            .keep(KEEP_LOG)
            .versioned("version")
            .build();

    /** Begins the declaration of the sessions, to be built as it is or rolled up. */
    public static SeriesBuilder<Session> sessionSeries() {
        return Series.of(Session.class)
                .named("sessions")
                .clock("startedAt")
                .partition("SITE#{siteId}")
                .sort("SESSION#{startedAt:ulid}{random}")
                .onConflict(ConflictPolicy.REPLACE)
                .keep(KEEP)
                .index(BY_VISITOR, "VISITOR#{visitorId}", "{startedAt}");
    }
}
