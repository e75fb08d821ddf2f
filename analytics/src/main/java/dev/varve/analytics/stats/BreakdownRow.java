package dev.varve.analytics.stats;

import java.util.OptionalLong;

/**
 * One value of a dimension.
 *
 * @param count the number of page views, sessions or events, depending on the dimension; a lower bound
 * @param atMost the upper bound of the count; equal to it unless sketches had to drop values
 * @param visitors the number of distinct visitors; known only if hits were counted
 * @param percentage the share of the total, from 0 to 100
 */
public record BreakdownRow(String value, long count, long atMost, OptionalLong visitors, double percentage) {}
