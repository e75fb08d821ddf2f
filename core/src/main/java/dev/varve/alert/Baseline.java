package dev.varve.alert;

/**
 * What a field usually is at some time.
 *
 * @param stddev how far values usually lie from the mean
 * @param samples how many values this is made of
 */
public record Baseline(double mean, double stddev, long samples) {}
