package dev.varve.analytics;

/** A hint which site has a domain; whether it still does, the site says. */
record SiteDomain(String domain, String siteId) {}
