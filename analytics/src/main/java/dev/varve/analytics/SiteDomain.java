package dev.varve.analytics;

/** Maps a domain to a site. The site itself decides whether it still has the domain. */
record SiteDomain(String domain, String siteId) {}
