package dev.varve.alert;

/**
 * What a tick found.
 *
 * @param devices how many devices were looked at
 * @param opened how many alerts it opened
 * @param resolved how many it ended, because readings came of which no change was delivered yet
 * @param undelivered how many notices could not be given, and are given again with the next tick
 */
public record TickReport(int devices, int opened, int resolved, int undelivered) {}
