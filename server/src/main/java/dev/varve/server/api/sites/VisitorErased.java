package dev.varve.server.api.sites;

/**
 * The result of erasing a visitor.
 *
 * @param visitorId The id of the visitor.
 * @param pageViews The number of page views that were deleted.
 * @param events The number of custom events that were deleted.
 * @param sessions The number of sessions that were deleted.
 * @param remaining The number of items that arrived during the deletion and are still stored.
 */
public record VisitorErased(String visitorId, long pageViews, long events, long sessions, long remaining) {}
