package dev.varve.analytics.session.internal;

import dev.varve.Varve;
import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.hit.Traits;
import dev.varve.analytics.session.Session;
import dev.varve.analytics.session.Visitors;
import dev.varve.entity.Entity;
import dev.varve.entity.OpenEntities;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;

/**
 * The series and entities of sessions in an open database.
 *
 * @param pageViews the page views of all sites, by site; with the keys {@code PV#{at}#{id}}
 * @param events the custom events of all sites, by site
 * @param sessions declared by {@link #sessionSeries}
 * @param logs declared by {@link #LOGS}
 */
public record SessionStore(
        Varve db,
        OpenSeries<PageView> pageViews,
        OpenSeries<CustomEvent> events,
        OpenSeries<Session> sessions,
        OpenEntities<VisitorLog> logs) {

    /** The index of a visitor's sessions by their start. */
    public static final String BY_VISITOR = "gsi2";

    /** The logs of visitors: {@code SITE#{siteId}} / {@code VISITOR#{visitorId}}. */
    public static final Entity<VisitorLog> LOGS = Entity.of(VisitorLog.class)
            .named("visitorLogs")
            .partition("SITE#{siteId}")
            .sort("VISITOR#{visitorId}")
            .keep(Visitors.LOGS_KEPT)
            .versioned("version")
            .build();

    /** Starts the declaration of sessions; add rollups before building it. */
    public static SeriesBuilder<Session> sessionSeries() {
        return Series.of(Session.class)
                .named("sessions")
                .clock("startedAt")
                .partition("SITE#{siteId}")
                .sort("SESSION#{startedAt:ulid}{random}")
                .options(Traits.FLAT)
                .onConflict(ConflictPolicy.REPLACE)
                .keep(Hit.KEPT)
                .index(BY_VISITOR, "VISITOR#{visitorId}", "{startedAt}");
    }
}
