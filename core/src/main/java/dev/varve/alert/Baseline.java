package dev.varve.alert;

/**
 * What a field usually is at an hour of the day and week.
 *
 * @param stddev the standard deviation of the values
 * @param samples the number of values
 */
public record Baseline(double mean, double stddev, long samples) {}
