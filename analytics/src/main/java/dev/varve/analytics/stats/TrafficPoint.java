package dev.varve.analytics.stats;

import java.time.Instant;

/** The numbers of one hour, day or month, which begins with this instant. */
public record TrafficPoint(Instant start, TrafficTotals numbers) {}
