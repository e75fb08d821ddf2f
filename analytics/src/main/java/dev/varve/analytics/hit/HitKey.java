package dev.varve.analytics.hit;

import java.time.Instant;

/** Which hit it is, and whose. */
public record HitKey(String siteId, Instant at, String id, String visitorId) {}
