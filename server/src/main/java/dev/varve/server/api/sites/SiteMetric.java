package dev.varve.server.api.sites;

/** A number that is counted for sites. */
public enum SiteMetric {
    VISITORS,
    SESSIONS,
    PAGE_VIEWS,
    VIEWS_PER_SESSION,
    BOUNCE_RATE,
    SESSION_DURATION,
    EVENTS
}
