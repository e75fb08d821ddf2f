package dev.varve.analytics.hit;

import java.time.Instant;

/** The key of a hit and its visitor. */
public record HitKey(String siteId, Instant at, String id, String visitorId) {}
