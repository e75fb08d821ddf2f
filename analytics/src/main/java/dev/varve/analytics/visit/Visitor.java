package dev.varve.analytics.visit;

/** A visitor of a site. */
public record Visitor(String siteId, String visitorId) {}
