package dev.varve.analytics.stats;

import java.util.OptionalLong;

/**
 * One value of a dimension.
 *
 * @param count its page views, visits or events, as the dimension says; not fewer
 * @param atMost not more of them; the same unless the list was made of sketches that had to leave values out
 * @param visitors different visitors among them; known where hits were counted, and not where rows were added up
 * @param percentage the share of all that were counted, those without a value included, from 0 to 100
 */
public record BreakdownRow(String value, long count, long atMost, OptionalLong visitors, double percentage) {}
