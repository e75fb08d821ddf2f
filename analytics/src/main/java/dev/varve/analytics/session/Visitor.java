package dev.varve.analytics.session;

/** A visitor of a site. */
public record Visitor(String siteId, String visitorId) {}
