package dev.varve.analytics.stats;

import java.time.Instant;

/** The totals of one hour, day or month that starts at this instant. */
public record TrafficPoint(Instant start, TrafficTotals numbers) {}
