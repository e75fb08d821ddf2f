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
import dev.varve.key.Tick;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;

/**
 * The series and entities of sessions in an open database.
 *
 * @param pageViews declared by {@link #pageViewSeries}
 * @param events declared by {@link #eventSeries}
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

    /** Starts the declaration of page views. */
    public static SeriesBuilder<PageView> pageViewSeries() {
        return hitSeries(PageView.class, "pageViews", "PV#{at}#{id}");
    }

    /** Starts the declaration of custom events. */
    public static SeriesBuilder<CustomEvent> eventSeries() {
        return hitSeries(CustomEvent.class, "events", "EVENT#{at}#{id}");
    }

    private static <H extends Record & Hit> SeriesBuilder<H> hitSeries(Class<H> type, String name, String sort) {
        return Series.of(type)
                .named(name)
                .partition("SITE#{siteId}")
                .sort(sort)
                .options(Traits.FLAT)
                .tick(Tick.SECONDS)
                .keep(Hit.KEPT);
    }

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
