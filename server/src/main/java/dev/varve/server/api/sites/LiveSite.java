package dev.varve.server.api.sites;

/**
 * The visitors of a site right now, as live listeners receive them.
 *
 * @param siteId The id of the site.
 * @param visitors5 The number of visitors in the last 5 minutes.
 */
public record LiveSite(String siteId, long visitors5) {}
