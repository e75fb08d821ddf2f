package dev.varve.server.api.sites;

import java.util.List;
import java.util.Map;

/**
 * Everything that is stored of a visitor. Each list holds the stored items as objects, attribute by attribute.
 *
 * @param siteId The id of the site.
 * @param visitorId The id of the visitor, which changes every day.
 * @param pageViews The page views.
 * @param events The custom events.
 * @param sessions The sessions.
 * @param listed The entries of the log of hits.
 */
public record VisitorExport(
        String siteId,
        String visitorId,
        List<Map<String, Object>> pageViews,
        List<Map<String, Object>> events,
        List<Map<String, Object>> sessions,
        List<Map<String, Object>> listed) {}
